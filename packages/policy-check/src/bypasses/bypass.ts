import type { Circumstances, Policy, RuleReference } from '@modegate/mode-core';
import type { InventoryServer } from '../matrix/inventory.ts';
import type { PermissionRow, PermissionSubject } from '../matrix/permission-row.ts';

/** The ways around a limit that are looked for. */
export const bypassKinds = [
  'file-limit-by-command',
  'read-limit-by-command',
  'file-limit-by-mcp',
  'read-only-by-command',
  'read-only-by-mcp',
  'own-rules',
  'wider-mode',
  'open-resources',
  'later-tools',
] as const;

/** The kind of an escape. */
export type BypassKind = (typeof bypassKinds)[number];

/** `certain` where the rules alone show it; `likely` where a hint or a name tells; `possible` where the tools of a server are not known. */
export type BypassCertainty = 'certain' | 'likely' | 'possible';

/** A way around a limit of a mode. */
export interface Bypass {
  readonly kind: BypassKind;
  readonly mode: string;
  /** What does not hold, through what, and the nearest way to close it. */
  readonly message: string;
  readonly certainty: BypassCertainty;
  /** What opens the way. */
  readonly through: readonly PermissionSubject[];
  /** For `wider-mode`: the modes that may do more, at most 100 of them; otherwise empty. */
  readonly modes: readonly string[];
  /** The rule that opens the way. */
  readonly by: RuleReference;
  /** The rule that is escaped; absent where the limit is a group that the mode does not hold. */
  readonly limit?: RuleReference;
}

/** What the servers offer, and when and where the modes work. What is left out counts as unknown. */
export interface BypassOptions {
  /** What the servers offer, with the hints on their tools. */
  readonly inventory?: readonly InventoryServer[] | undefined;
  readonly circumstances?: Circumstances | undefined;
}

/** @internal One mode with its rows. */
export interface ModeRows {
  readonly policy: Policy;
  readonly mode: string;
  readonly circumstances: Circumstances;
  readonly rows: readonly PermissionRow[];
  readonly inventory: readonly InventoryServer[];
}
