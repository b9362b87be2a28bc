import { type Decision, formatRule, type RuleReference } from './decision.ts';
import type { ToolRequest } from './request.ts';

/** The checks a request passes through, in order. */
export const checkNames = [
  'mode',
  'tool',
  'disabled',
  'always-available',
  'group',
  'file',
  'mcp-server',
  'mcp-tool',
  'mcp-conditions',
] as const;

/** The name of a check. */
export type CheckName = (typeof checkNames)[number];

/** One check as it went: passed on to the next, or settled the request. */
export interface ExplainedStep {
  readonly check: CheckName;
  readonly outcome: 'passed' | 'allowed' | 'refused';
  readonly detail: string;
  /** The rule that settled the request; absent on steps that passed. */
  readonly by?: RuleReference;
}

/** A decision with the way to it. */
export interface Explanation {
  readonly request: ToolRequest;
  readonly decision: Decision;
  readonly steps: readonly ExplainedStep[];
}

/** @internal Told about each check. */
export type Trace = (step: ExplainedStep) => void;

/** @internal Notes a check that passed. */
export function passed(check: CheckName, detail: string, trace: Trace): void {
  trace({ check, outcome: 'passed', detail });
}

/** @internal Notes the check that settled the request, and returns its decision. */
export function settle(check: CheckName, decision: Decision, trace: Trace | undefined): Decision {
  trace?.({
    check,
    outcome: decision.allowed ? 'allowed' : 'refused',
    detail: decision.allowed ? formatRule(decision.by) : decision.reason,
    by: decision.by,
  });
  return decision;
}
