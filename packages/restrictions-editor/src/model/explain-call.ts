import {
  explain,
  formatRule,
  needsConsent,
  type Policy,
  type RuleReference,
  type ToolRequest,
} from '@modegate/mode-core';
import type { ExplainedPart } from '@modegate/mode-core/commands';
import { type DecisionState, decisionState } from './decision-state.ts';

/** A decision with every check that led to it. */
export interface CallExplanation {
  readonly state: 'answered';
  /** The decision on the call. */
  readonly outcome: DecisionState;
  readonly code?: string | undefined;
  readonly reason?: string | undefined;
  /** The rule that determined the decision, with its file and line. */
  readonly rule: string;
  /** Position of the rule; absent if the rule is not in any file. */
  readonly place?: RulePlace | undefined;
  /** A command with its programs and files; absent if the call was not evaluated part by part. */
  readonly parts?: CommandParts | undefined;
  readonly steps: readonly CallCheck[];
  /** A command line that asks the same question; absent if no command gives the same answer. */
  readonly command?: string | undefined;
}

/** The file and line that contain a rule. */
export interface RulePlace {
  readonly file: string;
  readonly line: number;
}

/** A command and its parts, in the order of the text. */
export interface CommandParts {
  readonly text: string;
  readonly list: readonly CommandPart[];
}

/** One part of a command, evaluated on its own: a program, a file, or a part that cannot be parsed. */
export interface CommandPart extends Omit<ExplainedPart, 'decision'> {
  readonly outcome: DecisionState;
  /** Absent if the part is allowed. */
  readonly reason?: string | undefined;
  readonly rule: string;
  /** Absent if the rule is not in any file. */
  readonly place?: RulePlace | undefined;
}

/** One check that contributed to a decision. */
export interface CallCheck {
  readonly check: string;
  readonly outcome: string;
  readonly detail: string;
}

/** Decides on a call, and returns the checks that led to the decision. */
export function explainCall(policy: Policy, request: ToolRequest): CallExplanation {
  const { decision, steps, parts } = explain(policy, request);
  return {
    state: 'answered',
    ...judgementOf(decision),
    code: decision.allowed ? undefined : decision.code,
    ...(parts === undefined ? {} : { parts: { text: String(request.params?.command), list: parts.map(partOf) } }),
    steps: steps.map(({ check, outcome, detail }) => ({ check, outcome, detail })),
  };
}

function partOf({ decision, ...part }: ExplainedPart): CommandPart {
  const reason = needsConsent(decision) ? decision.questions.map((question) => question.reason).join(' ') : undefined;
  return { ...part, ...judgementOf(decision), ...(reason === undefined ? {} : { reason }) };
}

function judgementOf(decision: ExplainedPart['decision']): Pick<CommandPart, 'outcome' | 'reason' | 'rule' | 'place'> {
  return {
    outcome: decisionState(decision),
    reason: decision.allowed ? undefined : decision.reason,
    rule: formatRule(decision.by),
    ...placeOf(decision.by),
  };
}

function placeOf({ file, line }: RuleReference): { readonly place?: RulePlace } {
  return file === undefined || line === undefined ? {} : { place: { file, line } };
}
