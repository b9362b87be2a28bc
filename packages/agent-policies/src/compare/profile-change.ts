import type { AgentEffect, AgentToolCall, MatchedRule } from '../agent-answer.ts';

/**
 * Direction of a change. `granted`: something may now run, run without asking or run unconfined that could not before;
 * `tightened`: the reverse; `unknown`: one of the states does not settle this; `other`: permissions neither grow nor
 * shrink.
 */
export type ChangeDirection = 'granted' | 'tightened' | 'unknown' | 'other';

/** A difference between two states of an agent's files. */
export interface ProfileChange {
  readonly direction: ChangeDirection;
  /** Names of the profiles to which the change applies. */
  readonly profiles: readonly string[];
  /** Current permissions of the profiles, worded to complete a sentence: "may now run any `npm run` without asking". */
  readonly what: string;
  /** Rule or setting, read from a file, that now decides the calls. */
  readonly rule?: MatchedRule;
  /** Removed rule or setting, with its location in the earlier file. */
  readonly formerly?: MatchedRule;
  /** Calls whose answers differ; undefined for a profile or a setting. */
  readonly calls?: ChangedCalls;
}

/** Calls whose answers differ for the same reason. */
export interface ChangedCalls {
  readonly before: readonly AgentEffect[];
  readonly after: readonly AgentEffect[];
  /** Tools used in the calls. */
  readonly tools: readonly string[];
  /** Example calls, at most 10. */
  readonly examples: readonly AgentToolCall[];
  /** Rules that now decide the calls, and the rules that decided them before. */
  readonly by: readonly MatchedRule[];
  readonly was: readonly MatchedRule[];
}
