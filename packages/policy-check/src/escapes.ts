import type { Policy, RuleReference } from '@modegate/mode-core';
import type { KnownServer } from './known-server.ts';
import type { PermissionSubject, Situation } from './matrix-row.ts';

export const escapeKinds = [
  'file-limit-by-command',
  'file-limit-by-mcp',
  'read-only-by-command',
  'read-only-by-mcp',
  'wider-mode',
  'open-resources',
  'later-tools',
  'own-rules',
] as const;
export type EscapeKind = (typeof escapeKinds)[number];

/** A way around a limit of a mode. */
export interface Escape {
  readonly kind: EscapeKind;
  readonly mode: string;
  /** What does not hold, through what, and the nearest way to close it. */
  readonly message: string;
  /** `certain`; `likely` where a hint or a name tells; `possible` where the tools of a server are not known. */
  readonly certainty: 'certain' | 'likely' | 'possible';
  /** What opens the way. */
  readonly through: readonly PermissionSubject[];
  /** For `wider-mode`: the modes that may do more. */
  readonly modes: readonly string[];
  /** The rule that opens the way. */
  readonly by: RuleReference;
  /** The rule that is escaped; absent where the limit is a group that the mode does not hold. */
  readonly limit?: RuleReference;
}
export interface EscapeOptions {
  readonly inventory?: readonly KnownServer[] | undefined;
  readonly situation?: Situation | undefined;
}
export declare function findEscapes(policy: Policy, options?: EscapeOptions): readonly Escape[];
