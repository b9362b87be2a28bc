import type { RowRelation } from '../matrix/compare-rows.ts';
import type { PermissionRow, PermissionSubject } from '../matrix/permission-row.ts';

/** Files that a tool may access after the change but could not access before, and vice versa. */
export interface FileLimitChange {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/**
 * `gained`: the permission was denied before; `lost`: it is now denied; `widened` and `narrowed`: it has fewer or more
 * restrictions; `changed`: it has different restrictions, and it is not known which are wider.
 */
export type ChangeKind = Exclude<RowRelation, 'equal'>;

/** One permission that differs. */
export interface PermissionChange {
  readonly kind: ChangeKind;
  readonly mode: string;
  readonly subject: PermissionSubject;
  readonly before: PermissionRow;
  readonly after: PermissionRow;
  /**
   * True if something that was not allowed before may be allowed now; this is the case for `gained`, `widened` and
   * `changed`.
   */
  readonly mayGrant: boolean;
  /** The difference, and the rule that causes it, as a sentence. */
  readonly message: string;
  /**
   * Files that the tool may now access, or may no longer access; present if `files` were provided and both sides have
   * file restrictions.
   */
  readonly files?: FileLimitChange;
}

/** Differences between two policies. */
export interface PolicyDiff {
  /** Permissions that differ, by mode and subject in the order of the matrix; empty if the matrices are the same. */
  readonly changes: readonly PermissionChange[];
  readonly addedModes: readonly string[];
  readonly removedModes: readonly string[];
}
