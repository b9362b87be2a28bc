import type { CheckResult } from '../check/check.ts';
import type { Finding, RuleId } from '../source/finding.ts';
import { escapedJson } from './escape-controls.ts';
import { isFailing, type ReportContext, type Reporter, rulesById, ruleUrlOf } from './report-context.ts';

/**
 * Version of the report format below; changes when a program that reads the old format would misinterpret the new
 * format.
 */
export const jsonReportVersion = 1;

/**
 * A finding in a JSON report: the finding itself, the name of its rule, and a flag that is true if it fails the check.
 */
export interface JsonFinding extends Finding {
  readonly ruleName: string | undefined;
  readonly isFailing: boolean;
}

/** A JSON report. */
export interface JsonReport {
  readonly version: typeof jsonReportVersion;
  readonly tool: { readonly name: 'modegate'; readonly version: string };
  readonly counts: CheckResult['counts'];
  readonly files: readonly string[];
  /** All findings, including suppressed findings. */
  readonly findings: readonly JsonFinding[];
  /** The rules that ran. */
  readonly rules: readonly {
    readonly id: RuleId;
    readonly name: string;
    readonly severity: string;
    readonly persona: string;
    readonly summary: string;
    readonly url: string;
  }[];
  readonly failures: readonly { readonly rule: RuleId; readonly message: string }[];
  readonly unevaluated: readonly string[];
}

/** Writes the full result, in a versioned envelope. */
export const jsonReporter: Reporter = (result, context = {}) => `${escapedJson(toJsonReport(result, context), 2)}\n`;

/** Writes one finding per line, including suppressed findings; the result is empty if there are no findings. */
export const jsonlReporter: Reporter = (result, context = {}) =>
  toJsonFindings(result, context)
    .map((finding) => `${escapedJson(finding)}\n`)
    .join('');

function toJsonReport(result: CheckResult, context: ReportContext): JsonReport {
  const { counts, rules, failures } = result;
  return {
    version: jsonReportVersion,
    tool: { name: 'modegate', version: context.version ?? '0.0.0' },
    counts,
    files: context.files ?? [...new Set(result.findings.map(({ location }) => location.file))],
    findings: toJsonFindings(result, context),
    rules: rules.map(({ id, name, severity, preset: persona, summary }) => {
      const url = ruleUrlOf(id, context);
      return { id, name, severity, persona, summary, url };
    }),
    failures: failures.map(({ rule, message }) => ({ rule: rule.id, message })),
    unevaluated: context.unevaluated ?? [],
  };
}

function toJsonFindings(result: CheckResult, context: ReportContext): readonly JsonFinding[] {
  const names = rulesById(result);
  return result.findings.map((finding) => ({
    ...finding,
    ruleName: names.get(finding.rule)?.name,
    isFailing: isFailing(finding, context),
  }));
}
