import type { RuleReference } from '../decision.ts';
import type { CompiledSchedule } from '../schedule/compile-schedule.ts';
import type { KnownCircumstances } from './circumstances.ts';

/** Result of evaluating a condition in the circumstances of a call. */
export type ConditionState = 'holds' | 'fails' | 'unknown';

/** A condition on MCP access or on an entry. */
export interface CompiledCondition {
  readonly kind: 'time' | 'branch' | 'ci' | 'env' | 'task';
  readonly by: RuleReference;
  /** Description such as `on branch main`, which completes "may use MCP only …". */
  readonly words: string;
  /** Name of the required information, such as `the branch`. */
  readonly asks: string;
  /** Name of the variable in an `env` condition. */
  readonly name?: string;
  readonly schedule?: CompiledSchedule | undefined;
  /** Returns the current state as a sentence with a leading space, for a condition that is not true. */
  readonly now?: (circumstances: KnownCircumstances) => string;
  readonly judge: (circumstances: KnownCircumstances) => ConditionState;
}

/** Returns the state of a condition whose inputs are all known. */
export function stateOf(holds: boolean): ConditionState {
  return holds ? 'holds' : 'fails';
}
