import { defined } from '@modegate/json';
import { compareNames } from '../matrix/names.ts';
import { rules as allRules } from '../rules/index.ts';
import type { Finding, FoundProblem, RulePreset, Severity } from '../source/finding.ts';
import { rulePresets, severities } from '../source/finding.ts';
import { applySuppressions } from '../suppression/apply-suppressions.ts';
import type { Rule } from '../workspace/rule.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type Baseline, hideKnown } from './baseline.ts';
import { createFingerprinter } from './fingerprint.ts';

/** Setting for a rule: another severity, `off`, or `on`, which applies regardless of the persona. */
export type RuleSetting = Severity | 'off' | 'on';

/** Options of `check`. */
export interface CheckOptions {
  /** The rule preset. Default `default`. */
  readonly preset?: RulePreset | undefined;
  /** Settings by rule id or name. A rule to which this option assigns a severity is on, regardless of the persona. */
  readonly rules?: Readonly<Record<string, RuleSetting>> | undefined;
  /** Known findings to suppress. */
  readonly baseline?: Baseline | undefined;
  /**
   * Returns the name that fingerprints use for a file, if the baseline was created with other file names. Default: the
   * name in the workspace.
   */
  readonly nameInFingerprints?: ((file: string) => string) | undefined;
  /** Rules that replace the rules in this package. */
  readonly ruleList?: readonly Rule[] | undefined;
}

/** Result of a check. */
export interface CheckResult {
  /** Findings sorted by file, line, column and rule; includes suppressed findings. */
  readonly findings: readonly Finding[];
  /** Number of unsuppressed findings by severity, and number of suppressed findings. */
  readonly counts: {
    readonly error: number;
    readonly warning: number;
    readonly info: number;
    readonly suppressed: number;
  };
  /** Every rule that ran. */
  readonly rules: readonly Rule[];
  /** Rules that failed. The fault lies in the rule, not in the files; the caller should not report success. */
  readonly failures: readonly { readonly rule: Rule; readonly message: string }[];
}

/**
 * Runs the rules over a workspace. Never throws because of the content of a file; takes time proportional to the size
 * of the workspace.
 */
export function check(workspace: Workspace, options: CheckOptions = {}): CheckResult {
  const rules = selectRules(options);
  const failures: { rule: Rule; message: string }[] = [];
  const fingerprint = createFingerprinter(workspace, options.nameInFingerprints);
  const found = rules.flatMap(({ rule, severity }) =>
    run(rule, workspace, failures).map((problem) => toFinding(rule, problem, { severity, fingerprint })),
  );
  const suppressed = applySuppressions(workspace, found, {
    ran: rules.map(({ rule }) => rule),
    known: options.ruleList ?? allRules,
    toFinding: (rule, problem) =>
      toFinding(rule, problem, { severity: rules.find((one) => one.rule === rule)?.severity, fingerprint }),
  });
  const findings = hideKnown(suppressed, options.baseline).toSorted(inReadingOrder);
  return { findings, counts: countFindings(findings), rules: rules.map(({ rule }) => rule), failures };
}

interface SelectedRule {
  readonly rule: Rule;
  /** Severity set by the options. */
  readonly severity: Severity | undefined;
}

function selectRules(options: CheckOptions): readonly SelectedRule[] {
  const { preset: persona = 'default', rules = {}, ruleList = allRules } = options;
  const level = rulePresets.indexOf(persona);
  return ruleList.flatMap((rule) => {
    const setting = rules[rule.id] ?? rules[rule.name];
    if (setting === 'off') return [];
    if (setting === undefined && rulePresets.indexOf(rule.preset) > level) return [];
    return [{ rule, severity: setting === undefined || setting === 'on' ? undefined : setting }];
  });
}

function run(rule: Rule, workspace: Workspace, failures: { rule: Rule; message: string }[]): readonly FoundProblem[] {
  try {
    return [...rule.check(workspace)];
  } catch (error) {
    // A single faulty rule must not hide the findings of the other rules, and must not make a file appear clean.
    failures.push({ rule, message: error instanceof Error ? error.message : String(error) });
    return [];
  }
}

function toFinding(
  rule: Rule,
  problem: FoundProblem,
  given: {
    readonly severity: Severity | undefined;
    readonly fingerprint: (rule: Rule, problem: FoundProblem) => string;
  },
): Finding {
  const { message, location, related = [], fix, mode, server } = problem;
  return {
    rule: rule.id,
    severity: given.severity ?? problem.severity ?? rule.severity,
    message,
    location,
    related,
    fingerprint: given.fingerprint(rule, problem),
    ...defined({ fix, mode, server }),
  };
}

function inReadingOrder(a: Finding, b: Finding): number {
  return (
    compareNames(a.location.file, b.location.file) ||
    a.location.line - b.location.line ||
    a.location.column - b.location.column ||
    compareNames(a.rule, b.rule) ||
    compareNames(a.location.pointer, b.location.pointer)
  );
}

/** Counts the unsuppressed findings by severity, and the suppressed findings. */
export function countFindings(findings: readonly Finding[]): CheckResult['counts'] {
  const open = findings.filter(({ suppressed }) => suppressed === undefined);
  const [error, warning, info] = severities.map((severity) => open.filter((one) => one.severity === severity).length);
  return { error: error ?? 0, warning: warning ?? 0, info: info ?? 0, suppressed: findings.length - open.length };
}
