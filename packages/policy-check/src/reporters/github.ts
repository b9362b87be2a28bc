import type { Finding, Severity } from '../source/finding.ts';
import type { Rule } from '../workspace/rule.ts';
import { escapeHidden } from './escape-controls.ts';
import { listTroubles, openFindings, type Reporter, rulesById } from './report-context.ts';

/** GitHub shows ten annotations of each kind per step, and silently drops the rest. */
const maxAnnotations = 10;
const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/**
 * Writes workflow commands that GitHub shows as annotations: the first ten of each kind, and the number of omitted
 * annotations.
 */
export const githubReporter: Reporter = (result, context = {}) => {
  const names = rulesById(result);
  const open = openFindings(result);
  const shown = (['error', 'warning', 'info'] as const).flatMap((severity) =>
    open.filter((finding) => finding.severity === severity).slice(0, maxAnnotations),
  );
  const lines = shown.map((finding) => annotate(finding, names.get(finding.rule)));
  const left = open.length - shown.length;
  const troubles = listTroubles(result, context).map(
    ({ level, title, message }) => `::${level}::${escapeData(`${title}: ${message}`)}`,
  );
  const more = `::notice::${left} more findings are not shown here. For all findings, see the full report.`;
  return [...lines, ...troubles, ...(left > 0 ? [more] : [])].map((line) => `${line}\n`).join('');
};

function annotate({ severity, rule, message, location }: Finding, described: Rule | undefined): string {
  const { file, line, column, endLine, endColumn } = location;
  const title = `${rule}${described === undefined ? '' : ` ${described.name}`}`;
  // GitHub rejects columns for a location that spans several lines, and an end that precedes its start.
  const columns = line === endLine ? { col: column, endColumn: Math.max(column, endColumn - 1) } : {};
  const properties = Object.entries({ file, line, endLine, ...columns, title })
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
    .join(',');
  return `::${commands[severity]} ${properties}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return escapeHidden(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
