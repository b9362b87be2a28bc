import type { CheckResult } from '../check/check.ts';
import type { Finding, RuleId, Severity } from '../source/finding.ts';
import { severities } from '../source/finding.ts';
import type { Rule } from '../workspace/rule.ts';

/** What a part of a report is, so that a terminal may colour it. */
export type ReportStyle = 'error' | 'warning' | 'info' | 'heading' | 'faint' | 'success';

/** Options of a report. All have defaults. */
export interface ReportContext {
  /** Version of the program that reports. Default `0.0.0`. */
  readonly version?: string | undefined;
  /** The text of a file, for code frames. Default: no frames. */
  readonly sourceText?: ((file: string) => string | undefined) | undefined;
  /** Colours a text. Default: plain. */
  readonly styled?: ((style: ReportStyle, text: string) => string) | undefined;
  /** The page of a rule. Default: its page in the documentation of this project. */
  readonly ruleUrl?: ((rule: RuleId) => string) | undefined;
  /** The lowest severity that makes a check fail; `never` for none. Default `error`. */
  readonly failOn?: Severity | 'never' | undefined;
  /** The files that were checked. Default: those with findings. */
  readonly files?: readonly string[] | undefined;
  /** What could not be evaluated, in sentences. Default: nothing. */
  readonly unevaluated?: readonly string[] | undefined;
  /** Whether the findings were compared with a baseline. Default false. */
  readonly hasBaseline?: boolean | undefined;
}

/** Writes the result of a check as a text that ends with a line break. Pure; the same input gives the same text. */
export type Reporter = (result: CheckResult, context?: ReportContext) => string;

/** Where the rule is explained. */
export function ruleUrlOf(rule: RuleId, { ruleUrl }: ReportContext): string {
  return ruleUrl?.(rule) ?? `https://github.com/modegate/modegate/blob/main/docs/rules/${rule}.md`;
}

/** The findings that nothing hides. */
export function openFindings({ findings }: CheckResult): readonly Finding[] {
  return findings.filter(({ suppressed }) => suppressed === undefined);
}

/** Whether a finding makes the check fail. */
export function isFailing({ severity, suppressed }: Finding, { failOn = 'error' }: ReportContext): boolean {
  if (suppressed !== undefined || failOn === 'never') return false;
  return severities.indexOf(severity) <= severities.indexOf(failOn);
}

/** Finds the rule of a finding by its id; a finding of a rule that did not run has none. */
export function rulesById({ rules }: CheckResult): ReadonlyMap<RuleId, Rule> {
  return new Map(rules.map((rule) => [rule.id, rule]));
}

/** `2 errors, 1 warning` without what there is none of; empty when there is nothing. */
export function describeCount({ counts }: CheckResult): string {
  const words = [
    [counts.error, 'error', 'errors'],
    [counts.warning, 'warning', 'warnings'],
    [counts.info, 'remark', 'remarks'],
  ] as const;
  return words
    .flatMap(([count, one, many]) => (count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]))
    .join(', ');
}

/** The result in a line, such as `2 errors in 3 files`, and apart from it how many findings are hidden. */
export function describeSummary(
  result: CheckResult,
  context: ReportContext,
): { readonly summary: string; readonly hidden: string } {
  const { files } = context;
  const where = files === undefined ? '' : ` in ${files.length} ${files.length === 1 ? 'file' : 'files'}`;
  const hidden = result.counts.suppressed === 0 ? '' : ` (${result.counts.suppressed} suppressed)`;
  const count = describeCount(result);
  if (count !== '') return { summary: `${count}${where}`, hidden };
  return {
    summary: `No findings${where}${isIncomplete(result, context) ? ', but the check is incomplete' : ''}`,
    hidden,
  };
}

/** `file:line:column`. */
export function describePosition({ file, line, column }: Finding['location']): string {
  return `${file}:${line}:${column}`;
}

/** Whether something kept the check from seeing everything, so that no findings do not mean that all is well. */
export function isIncomplete({ failures }: CheckResult, { unevaluated = [] }: ReportContext): boolean {
  return failures.length > 0 || unevaluated.length > 0;
}
