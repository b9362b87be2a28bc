import type { McpRestrictions } from '@modegate/mode-core';
import type { RowSubject } from './permission-rows.ts';
import type { RowStates } from './row-states.ts';

/** What a person wants of some rows: allowed, denied, or without entries of their own. */
export type Act = 'allow' | 'deny' | 'clear';

/** @internal What an act works with. */
export interface ActContext {
  readonly act: Act;
  readonly subjects: readonly RowSubject[];
  /** The subjects with all tools of those that are servers. */
  readonly goals: readonly RowSubject[];
  readonly states: RowStates;
  readonly read: (restrictions: McpRestrictions) => RowStates;
}
