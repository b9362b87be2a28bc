import type { RowRelation } from '../matrix/compare-rows.ts';
import type { PermissionRow, PermissionSubject } from '../matrix/permission-row.ts';

/** Files that a tool may touch now and could not before, and the other way round. */
export interface FileLimitChange {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/**
 * `gained`: it was denied; `lost`: it is denied now; `widened` and `narrowed`: it has fewer or more limits; `changed`: it has others,
 * and it is not known which are wider.
 */
export type ChangeKind = Exclude<RowRelation, 'equal'>;

/** One permission that differs. */
export interface PermissionChange {
  readonly kind: ChangeKind;
  readonly mode: string;
  readonly subject: PermissionSubject;
  readonly before: PermissionRow;
  readonly after: PermissionRow;
  /** Whether something may be allowed now that was not: gained, widened and changed. */
  readonly mayGrant: boolean;
  /** What differs, and the rule that says so, as a sentence. */
  readonly message: string;
  /** The files that the tool may touch now, or no more; present when `files` were given and both sides have file limits. */
  readonly files?: FileLimitChange;
}

/** What differs between two policies. */
export interface PolicyDiff {
  /** Each permission that differs, by mode and subject in the order of the matrix; empty when the matrices say the same. */
  readonly changes: readonly PermissionChange[];
  readonly addedModes: readonly string[];
  readonly removedModes: readonly string[];
}
