import type { Policy } from '@modegate/mode-core';
import type { KnownServer } from './known-server.ts';
import type { PermissionMatrix, PermissionSubject, Situation } from './matrix-row.ts';

/** What a matrix is made for. */
export interface MatrixOptions {
  /** What the servers offer. Default: nothing is known, so that each server has one row for all its tools. */
  readonly inventory?: readonly KnownServer[] | undefined;
  readonly situation?: Situation | undefined;
  /** Slugs to ask about, also of modes that the policy does not have. Default: all modes of the policy. */
  readonly modes?: readonly string[] | undefined;
  /** What to ask about. Default: what the policy and the inventory name. */
  readonly subjects?: readonly PermissionSubject[] | undefined;
}
export declare function permissionMatrix(policy: Policy, options?: MatrixOptions): PermissionMatrix;
/** What the policy, its rules and the inventory name: the rows that {@link permissionMatrix} has. */
export declare function listSubjects(policy: Policy, inventory?: readonly KnownServer[]): readonly PermissionSubject[];
/** A subject in words: `write_to_file`, `github/create_issue`, `other tools of github`, `resources of github`. */
export declare function formatSubject(subject: PermissionSubject): string;
