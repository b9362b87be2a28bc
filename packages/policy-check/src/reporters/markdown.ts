import type { Finding } from '../source/finding.ts';
import { escapeControls } from './escape-controls.ts';
import {
  describeCount,
  describePosition,
  isIncomplete,
  listTroubles,
  openFindings,
  type ReportContext,
  type Reporter,
  rulesById,
  ruleUrlOf,
} from './report-context.ts';

/** A comment on GitHub is limited to 65,536 characters; the rest is reserved for the text around the report. */
const maxLength = 60_000;

/**
 * Writes a report for a comment on a pull request or for a step summary: a count and a table, truncated to the maximum
 * length of a comment.
 */
export const markdownReporter: Reporter = (result, context = {}) => {
  const open = openFindings(result);
  const names = rulesById(result);
  const rows = open.map((finding) => toRow(finding, names.get(finding.rule)?.name, context));
  const shown = fitting(rows);
  const left = rows.length - shown.length;
  const hidden = result.counts.suppressed === 0 ? '' : ` (${result.counts.suppressed} suppressed)`;
  const heading =
    open.length > 0
      ? describeCount(result)
      : `no findings${isIncomplete(result, context) ? ', but the check is incomplete' : ''}`;
  return [
    `### Modegate: ${heading}${hidden}\n`,
    ...listTroubles(result, context).map(({ title, message }) => `- **${title}:** ${escapeMarkdown(message)}`),
    ...(shown.length === 0 ? [] : ['', '| | Rule | Where | What |', '|---|---|---|---|', ...shown]),
    ...(left === 0 ? [] : ['', `The full report contains ${left} more.`]),
  ]
    .join('\n')
    .replace(/\n*$/, '\n');
};

function toRow(finding: Finding, name: string | undefined, context: ReportContext): string {
  const { rule, severity, location, message } = finding;
  const title = `[${rule}](${ruleUrlOf(rule, context)})${name === undefined ? '' : ` ${name}`}`;
  return `| ${severity} | ${title} | ${code(describePosition(location))} | ${escapeMarkdown(message)} |`;
}

function fitting(rows: readonly string[]): readonly string[] {
  let length = 0;
  const end = rows.findIndex((row) => {
    length += row.length + 1;
    return length > maxLength;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

/**
 * Escapes text from other sources as plain text: no markup, no HTML, no mention that would notify someone, and nothing
 * that ends the table cell.
 */
export function escapeMarkdown(text: string): string {
  return escapeControls(text)
    .replaceAll(/[\\`*_[\]|~]/g, (character) => `\\${character}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@\u2060');
}

/** Works like {@link escapeMarkdown}, but leaves text between two backticks as code. */
export function markdownWithCode(text: string): string {
  const parts = text.split('`');
  return parts
    .map((part, index) => {
      const isCode = index % 2 === 1 && index < parts.length - 1 && part !== '';
      return isCode ? code(part) : escapeMarkdown(part);
    })
    .join('');
}

/** Formats text from other sources as code, with fences longer than any in the text. */
export function code(text: string): string {
  const plain = escapeControls(text).replaceAll('|', '\\|');
  const longest = Math.max(0, ...(plain.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padding = longest > 0 ? ' ' : '';
  return `${fence}${padding}${plain}${padding}${fence}`;
}
