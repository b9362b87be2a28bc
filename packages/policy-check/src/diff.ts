import type { Policy } from '@modegate/mode-core';
import type { KnownServer } from './known-server.ts';
import type { PermissionRow, PermissionSubject, Situation } from './matrix-row.ts';

/** One side of a comparison. */
export interface PolicyState {
  readonly policy: Policy;
  readonly inventory?: readonly KnownServer[] | undefined;
}
export interface DiffOptions {
  readonly situation?: Situation | undefined;
  /** Files of the project, to tell what a changed file limit opens and closes. Default: patterns are compared as text. */
  readonly files?: readonly string[] | undefined;
}
/** `changed`: the conditions differ, and it cannot be told which are wider. */
export type ChangeKind = 'gained' | 'lost' | 'widened' | 'narrowed' | 'changed';
export interface PermissionChange {
  readonly kind: ChangeKind;
  readonly mode: string;
  readonly subject: PermissionSubject;
  readonly before: PermissionRow;
  readonly after: PermissionRow;
  /** Whether something may be allowed now that was not: gained, widened and changed. */
  readonly mayGrant: boolean;
  readonly message: string;
  /** Present when `files` were given and a file limit changed. */
  readonly files?: { readonly gained: readonly string[]; readonly lost: readonly string[] };
}
export interface PolicyDiff {
  /** By mode and subject, in the order of the matrix. */
  readonly changes: readonly PermissionChange[];
  readonly addedModes: readonly string[];
  readonly removedModes: readonly string[];
}
export declare function diffPolicies(before: PolicyState, after: PolicyState, options?: DiffOptions): PolicyDiff;
/** The differences as sentences, one a mode and kind: `code gains github/delete_repo.` */
export declare function describeDiff(diff: PolicyDiff): readonly string[];
