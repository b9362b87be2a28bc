import type { RuleReference } from '../decision.ts';
import type { CompiledSchedule } from '../schedule/compile-schedule.ts';
import type { KnownCircumstances } from './circumstances.ts';

/** Whether a condition holds in the circumstances of a call. */
export type ConditionState = 'holds' | 'fails' | 'unknown';

/** One thing that MCP access or an entry depends on. */
export interface CompiledCondition {
  readonly kind: 'time' | 'branch' | 'ci' | 'env' | 'task';
  readonly by: RuleReference;
  /** Where it holds, such as `on branch main`; continues "may use MCP only …". */
  readonly words: string;
  /** What has to be known, such as `the branch`. */
  readonly asks: string;
  /** The name of an `env` condition. */
  readonly name?: string;
  readonly schedule?: CompiledSchedule | undefined;
  /** How it is now, as a sentence with a space before it, for a condition that does not hold. */
  readonly now?: (circumstances: KnownCircumstances) => string;
  readonly judge: (circumstances: KnownCircumstances) => ConditionState;
}

/** The state of a condition of which everything is known. */
export function stateOf(holds: boolean): ConditionState {
  return holds ? 'holds' : 'fails';
}
