import type { McpRestrictions } from '@modegate/mode-core/modes';
import { type RowSubject, rowKey } from './permission-rows.ts';
import type { RowStates } from './row-states.ts';

/** Actions that can be applied to a row. */
export const acts = ['allow', 'ask', 'deny', 'clear'] as const;

/** The state requested for some rows: allowed, allowed subject to consent, denied, or without entries of their own. */
export type Act = (typeof acts)[number];

/** @internal Input for an action. */
export interface ActContext {
  readonly act: Act;
  /** Slug of the mode. */
  readonly mode: string;
  readonly subjects: readonly RowSubject[];
  /** The subjects of the action; a server includes all of its tools. */
  readonly goals: readonly RowSubject[];
  readonly states: RowStates;
  readonly read: (restrictions: McpRestrictions) => RowStates;
}

/** @internal True if the action would make unavailable a tool that is not one of the action's goals. */
export function losesOthers({ goals, states }: ActContext, after: RowStates): boolean {
  const meant = new Set(goals.map(rowKey));
  return states.subjects.some(
    (row) => row.tool !== undefined && !meant.has(rowKey(row)) && states.mayBeAllowed(row) && !after.mayBeAllowed(row),
  );
}
