import type { Circumstances, Policy, RuleReference } from '@modegate/mode-core';
import type { ServerInventory } from '../matrix/inventory.ts';
import type { PermissionRow, PermissionSubject } from '../matrix/permission-row.ts';

/** Kinds of bypasses that `findEscapes` looks for. */
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

/** The way in which a bypass gets around a limit. */
export type BypassKind = (typeof bypassKinds)[number];

/**
 * `certain` if the rules alone show it; `likely` if a hint or a name suggests it; `possible` if the tools of a server
 * are unknown.
 */
export type BypassCertainty = 'certain' | 'likely' | 'possible';

/** A way around a limit of a mode. */
export interface Bypass {
  readonly kind: BypassKind;
  readonly mode: string;
  /**
   * Sentence that names the limit that has no effect and what circumvents it, and describes the simplest way to close
   * the gap.
   */
  readonly message: string;
  readonly certainty: BypassCertainty;
  /** Subjects that make the bypass possible. */
  readonly through: readonly PermissionSubject[];
  /** For `wider-mode`: the modes that may do more, up to 100; otherwise empty. */
  readonly modes: readonly string[];
  /** The rule that makes the bypass possible. */
  readonly by: RuleReference;
  /** The rule that is circumvented; absent if the limit is a group that the mode lacks. */
  readonly limit?: RuleReference;
  /** Allowed calls that, in this order, get around the limit; present if rules for commands apply. */
  readonly calls?: readonly BypassCall[];
}

/** A call of the agent. */
export interface BypassCall {
  readonly tool: string;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Options of `findEscapes`: the tools and resources that servers offer, and the times and circumstances in which the
 * modes work. Omitted values count as unknown.
 */
export interface BypassOptions {
  /** Tools and resources of the servers, with the hints on the tools. */
  readonly inventory?: readonly ServerInventory[] | undefined;
  readonly circumstances?: Circumstances | undefined;
}

/** @internal One mode with its rows. */
export interface ModeRows {
  readonly policy: Policy;
  readonly mode: string;
  readonly circumstances: Circumstances;
  readonly rows: readonly PermissionRow[];
  readonly inventory: readonly ServerInventory[];
}
