import type { CheckResult } from '../check/check.ts';
import type { Finding } from '../source/finding.ts';
import { codeFrame } from './code-frame.ts';
import { escapeControls } from './escape-controls.ts';
import { textsWithoutSecrets } from './hide-secrets.ts';
import {
  describePosition,
  describeSummary,
  isIncomplete,
  listTroubles,
  openFindings,
  type ReportContext,
  type Reporter,
  type ReportStyle,
  rulesById,
} from './report-context.ts';

/**
 * Writes a report for people: each finding with the lines that it concerns, and a count. Suppressed findings are
 * counted but not shown.
 */
export const prettyReporter: Reporter = (result, context = {}) => {
  const styled = context.styled ?? ((_style: ReportStyle, text: string) => text);
  const names = rulesById(result);
  const safeText = textsWithoutSecrets(result, context);
  const blocks = openFindings(result).map((finding) => {
    const label = `${styled(finding.severity, `${finding.severity} ${finding.rule}`)} ${names.get(finding.rule)?.name ?? ''}`;
    return [
      `${styled('heading', escapeControls(describePosition(finding.location)))}  ${label.trimEnd()}`,
      ...indent([escapeControls(finding.message)]),
      ...spaced(frameOf(finding, safeText(finding.location.file), styled), finding),
      ...finding.related.flatMap(({ message, location }) =>
        indent([styled('faint', `${escapeControls(describePosition(location))}: ${escapeControls(message)}`)]),
      ),
      ...(finding.fix === undefined
        ? []
        : indent([`${styled('faint', 'fix:')} ${escapeControls(finding.fix.description)}`])),
      '',
    ].join('\n');
  });
  const troubles = listTroubles(result, context).map(({ level, title, message }) =>
    styled(level, `${title}: ${escapeControls(message)}`),
  );
  return `${[...blocks, ...troubles, summary(result, context, styled)].join('\n')}\n`;
};

type Styled = (style: ReportStyle, text: string) => string;

function frameOf({ location, severity }: Finding, text: string | undefined, styled: Styled): readonly string[] {
  return text === undefined ? [] : indent(codeFrame(text, location, { styled, style: severity }));
}

/** Adds a blank line before and after a frame. */
function spaced(frame: readonly string[], { related, fix }: Finding): readonly string[] {
  if (frame.length === 0) return [];
  return ['', ...frame, ...(related.length > 0 || fix !== undefined ? [''] : [])];
}

/** Describes problems with the check itself, which must never be mistaken for a clean result. */
function summary(result: CheckResult, context: ReportContext, styled: Styled): string {
  const { summary: words, hidden } = describeSummary(result, context);
  return `${styled(styleOf(result, context), words)}${hidden}`;
}

function styleOf(result: CheckResult, context: ReportContext): ReportStyle {
  const { error, warning, info } = result.counts;
  if (error > 0) return 'error';
  return warning + info > 0 || isIncomplete(result, context) ? 'warning' : 'success';
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}
