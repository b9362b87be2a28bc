import { explain, formatRule, type Policy, type ToolRequest } from '@modegate/mode-core';

/** A decision with every check on the way to it. */
export interface CallExplanation {
  readonly state: 'answered';
  readonly allowed: boolean;
  readonly code?: string | undefined;
  readonly reason?: string | undefined;
  /** The rule that decided, with its file and line. */
  readonly rule: string;
  /** Position of the rule; absent for a rule that is not in any file. */
  readonly place?: { readonly file: string; readonly line: number } | undefined;
  readonly steps: readonly CallCheck[];
  /** The same question as a command line; absent if no command gives the same answer. */
  readonly command?: string | undefined;
}

/** One check on the way to a decision. */
export interface CallCheck {
  readonly check: string;
  readonly outcome: string;
  readonly detail: string;
}

/** Decides a call and shows the way to the decision. */
export function explainCall(policy: Policy, request: ToolRequest): CallExplanation {
  const { decision, steps } = explain(policy, request);
  const { file, line } = decision.by;
  return {
    state: 'answered',
    allowed: decision.allowed,
    code: decision.allowed ? undefined : decision.code,
    reason: decision.allowed ? undefined : decision.reason,
    rule: formatRule(decision.by),
    ...(file === undefined || line === undefined ? {} : { place: { file, line } }),
    steps: steps.map(({ check, outcome, detail }) => ({ check, outcome, detail })),
  };
}
