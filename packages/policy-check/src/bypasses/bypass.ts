import type { Circumstances, Policy, RuleReference } from '@modegate/mode-core';
import type { ServerInventory } from '../matrix/inventory.ts';
import type { PermissionRow, PermissionSubject } from '../matrix/permission-row.ts';

/** Kinds of bypasses for which `findEscapes` searches. */
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

/** Describes how a bypass circumvents a restriction. */
export type BypassKind = (typeof bypassKinds)[number];

/**
 * `certain` if the rules alone prove the bypass; `likely` if a hint or a name suggests it; `possible` if the tools on a
 * server are unknown.
 */
export type BypassCertainty = 'certain' | 'likely' | 'possible';

/** A means of circumventing a restriction of a mode. */
export interface Bypass {
  readonly kind: BypassKind;
  readonly mode: string;
  /**
   * Sentence that describes the restriction that has no effect, what circumvents it, and the simplest way to close the
   * gap.
   */
  readonly message: string;
  readonly certainty: BypassCertainty;
  /** Subjects that make the bypass possible. */
  readonly through: readonly PermissionSubject[];
  /** For `wider-mode`: the modes that have more permissions, up to 100; otherwise empty. */
  readonly modes: readonly string[];
  /** The rule that makes the bypass possible. */
  readonly by: RuleReference;
  /** The rule that is circumvented; absent if the restriction consists of a group that the mode lacks. */
  readonly limit?: RuleReference;
  /** Allowed calls that, made in this order, circumvent the restriction; present if rules for commands apply. */
  readonly calls?: readonly BypassCall[];
}

/** A call that an agent makes. */
export interface BypassCall {
  readonly tool: string;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Options of `findEscapes`: the tools and resources that servers offer, and the times and circumstances in which the
 * modes work. Omitted values are treated as unknown.
 */
export interface BypassOptions {
  /** Tools and resources on the servers, with the hints on the tools. */
  readonly inventory?: readonly ServerInventory[] | undefined;
  readonly circumstances?: Circumstances | undefined;
}

/** @internal One mode with its permission rows. */
export interface ModeRows {
  readonly policy: Policy;
  readonly mode: string;
  readonly circumstances: Circumstances;
  readonly rows: readonly PermissionRow[];
  readonly inventory: readonly ServerInventory[];
}
