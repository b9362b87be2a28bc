import type { CheckResult } from '../check/check.ts';
import type { Finding, RuleId, Severity } from '../source/finding.ts';
import { severities } from '../source/finding.ts';
import type { Rule } from '../workspace/rule.ts';

/** The kind of a report part, by which a terminal can colour it. */
export type ReportStyle = 'error' | 'warning' | 'info' | 'heading' | 'faint' | 'success';

/** Options of a report. All have defaults. */
export interface ReportContext {
  /** Version of the program that creates the report. Default `0.0.0`. */
  readonly version?: string | undefined;
  /** Returns the text of a file, for code frames. Default: no frames. */
  readonly sourceText?: ((file: string) => string | undefined) | undefined;
  /** Colours text. Default: the text remains plain. */
  readonly styled?: ((style: ReportStyle, text: string) => string) | undefined;
  /** Returns the URL of the page about a rule. Default: its page in the documentation of this project. */
  readonly ruleUrl?: ((rule: RuleId) => string) | undefined;
  /** Lowest severity that makes a check fail; `never` if findings of any severity are tolerated. Default `error`. */
  readonly failOn?: Severity | 'never' | undefined;
  /** The files that were checked. Default: the files with findings. */
  readonly files?: readonly string[] | undefined;
  /** Items that could not be evaluated, described in sentences. Default: none. */
  readonly unevaluated?: readonly string[] | undefined;
  /** True if the findings were compared with a baseline. Default false. */
  readonly hasBaseline?: boolean | undefined;
}

/**
 * Formats the result of a check as text that ends with a line break. A pure function: the same input produces the same
 * text.
 */
export type Reporter = (result: CheckResult, context?: ReportContext) => string;

/** Returns the URL of the page that explains a rule. */
export function ruleUrlOf(rule: RuleId, { ruleUrl }: ReportContext): string {
  return ruleUrl?.(rule) ?? `https://github.com/modegate/modegate/blob/main/docs/rules/${rule}.md`;
}

/** Returns the findings that are not hidden. */
export function openFindings({ findings }: CheckResult): readonly Finding[] {
  return findings.filter(({ suppressed }) => suppressed === undefined);
}

/** True if a finding fails the check. */
export function isFailing({ severity, suppressed }: Finding, { failOn = 'error' }: ReportContext): boolean {
  if (suppressed !== undefined || failOn === 'never') return false;
  return severities.indexOf(severity) <= severities.indexOf(failOn);
}

/** Indexes the rules by id; a finding's rule is missing if the rule did not run. */
export function rulesById({ rules }: CheckResult): ReadonlyMap<RuleId, Rule> {
  return new Map(rules.map((rule) => [rule.id, rule]));
}

/**
 * Formats the counts as `2 errors, 1 warning`, omitting counts of zero; returns an empty string if there are no
 * findings.
 */
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

/**
 * Returns a one-line summary of the result, such as `2 errors in 3 files`, and, separately, the number of hidden
 * findings.
 */
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

/** Formats a location as `file:line:column`. */
export function describePosition({ file, line, column }: Finding['location']): string {
  return `${file}:${line}:${column}`;
}

/** Lists what prevented a complete check: rules that failed, and what was not evaluated. */
export function listTroubles(
  { failures }: CheckResult,
  { unevaluated = [] }: ReportContext,
): readonly { readonly level: 'error' | 'warning'; readonly title: string; readonly message: string }[] {
  return [
    ...failures.map(({ rule, message }) => ({ level: 'error' as const, title: `The rule ${rule.id} failed`, message })),
    ...unevaluated.map((message) => ({ level: 'warning' as const, title: 'Not evaluated', message })),
  ];
}

/**
 * True if something prevented a complete check, in which case the absence of findings does not mean that all is well.
 */
export function isIncomplete(result: CheckResult, context: ReportContext): boolean {
  return listTroubles(result, context).length > 0;
}
