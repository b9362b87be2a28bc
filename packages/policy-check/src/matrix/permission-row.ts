import type { RefusalCode, RuleReference } from '@modegate/mode-core';
import type { McpRestrictions } from '@modegate/mode-core/modes';

/** What a permission is about. */
export type PermissionSubject =
  /** A tool of the agent itself. */
  | { readonly kind: 'tool'; readonly tool: string }
  /** What a group opens that only the client of a modes file knows. */
  | { readonly kind: 'group'; readonly group: string }
  /** A tool that a server lists, or that a rule names. */
  | { readonly kind: 'mcp-tool'; readonly server: string; readonly tool: string }
  /** Every tool of the server that has no row of its own: those not known, and those added later. */
  | { readonly kind: 'mcp-other-tools'; readonly server: string }
  /** The resources of the server. */
  | { readonly kind: 'mcp-resources'; readonly server: string }
  /** Every server that has no rows of its own; asked about only where the policy does not know the servers. */
  | { readonly kind: 'mcp-other-servers' };

/**
 * `allowed` whatever the arguments are; `limited` to what the conditions of the row let through; `unknown` where it depends on names
 * that nobody has listed, or on a group of which only its client knows what it opens, which is refused here; `denied` always.
 */
export type PermissionState = 'allowed' | 'limited' | 'unknown' | 'denied';

/** What a permission depends on. */
export type PermissionCondition =
  /** Every path of the call must match; of a tool that takes folders, too, everything that can be below a folder, provably. */
  | {
      readonly kind: 'files';
      readonly pattern: string;
      readonly description?: string;
      readonly takesFolders?: true;
    }
  /** The rows of servers and tools say what is allowed. */
  | { readonly kind: 'server-and-tool' }
  /** Names that match a pattern are judged otherwise than the rest; denials win. */
  | {
      readonly kind: 'tool-names';
      readonly otherwise: 'allowed' | 'denied';
      readonly allow: readonly string[];
      readonly deny: readonly string[];
      /** More denials, for which the case of A to Z does not count; absent where there are none. */
      readonly denyInAnyCase?: readonly string[];
    }
  /** The mode's MCP access, an entry that allows the tool, or one that denies it, counts only then and there. */
  | {
      readonly kind: 'circumstances';
      readonly of: 'mode' | 'allowedTools' | 'disallowedTools';
      readonly schedule?: McpRestrictions['schedule'];
      readonly when?: McpRestrictions['when'];
    };

/** What one mode may do with one subject, and the rule that says so. */
export interface PermissionRow {
  /** Slug. */
  readonly mode: string;
  readonly subject: PermissionSubject;
  readonly state: PermissionState;
  /** The rule that decided; of a limited row the first limit, of an unknown one the rule for all other names. */
  readonly by: RuleReference;
  /** Why it is denied. */
  readonly code?: RefusalCode;
  /** The refusal as a sentence. */
  readonly reason?: string;
  readonly conditions: readonly PermissionCondition[];
}

/** What all modes of a policy may do. */
export interface PermissionMatrix {
  /** Slugs in display order. */
  readonly modes: readonly string[];
  /** Names of the servers that have rows: the configured ones, then those of the inventory. */
  readonly servers: readonly string[];
  /** By mode, then the agent's tools in the order of the catalogue, then server by server: its resources, its tools by name, its other tools. */
  readonly rows: readonly PermissionRow[];
}
