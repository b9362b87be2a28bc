import type { RefusalCode, RuleReference } from '@modegate/mode-core';
import type { CommandList } from '@modegate/mode-core/commands';
import type { McpRestrictions } from '@modegate/mode-core/modes';
import type { CommandEnforcement } from '../commands/enforcement.ts';

/** Subject of a permission. */
export type PermissionSubject =
  /** A tool of the agent itself. */
  | { readonly kind: 'tool'; readonly tool: string }
  /** Something that a group opens and that is known only to the client of a modes file. */
  | { readonly kind: 'group'; readonly group: string }
  /** A command that shows the effect of a rule; `…` in the command means any word. */
  | { readonly kind: 'command'; readonly command: string }
  /** Every command without an individual row; present only if a mode has rules for commands. */
  | { readonly kind: 'other-commands' }
  /** A tool that a server lists, or that a rule names. */
  | { readonly kind: 'mcp-tool'; readonly server: string; readonly tool: string }
  /** Every tool of the server without an individual row: unknown tools, and tools added later. */
  | { readonly kind: 'mcp-other-tools'; readonly server: string }
  /** The resources of the server. */
  | { readonly kind: 'mcp-resources'; readonly server: string }
  /** Every server without individual rows; present only if the policy does not know the servers. */
  | { readonly kind: 'mcp-other-servers' };

/**
 * `allowed` for any arguments; `limited` to what the conditions of the row allow; `asks` if a person must consent to
 * each call; `unknown` if the answer depends on unlisted names, or on a group whose contents only its client knows
 * (refused here); `denied` always.
 */
export type PermissionState = 'allowed' | 'limited' | 'asks' | 'unknown' | 'denied';

/** Condition of a permission. */
export type PermissionCondition =
  /**
   * Every path of the call must match; for tools that take folders, everything that can be below a folder must provably
   * match too.
   */
  | {
      readonly kind: 'files';
      readonly pattern: string;
      readonly description?: string;
      readonly takesFolders?: true;
    }
  /** The rows of servers and tools determine what is allowed. */
  | { readonly kind: 'server-and-tool' }
  /** The rows of commands determine what is allowed. */
  | { readonly kind: 'commands' }
  /** Every file that the command accesses must be one that the mode may access. */
  | { readonly kind: 'command-files' }
  /** Names that match a pattern are judged differently from the rest; denials win. */
  | {
      readonly kind: 'tool-names';
      readonly otherwise: 'allowed' | 'asks' | 'denied';
      readonly allow: readonly string[];
      readonly deny: readonly string[];
      /** Names that need a person's consent; absent if there are none. */
      readonly ask?: readonly string[];
      /** Additional denials, case-insensitive for A to Z; absent if there are none. */
      readonly denyInAnyCase?: readonly string[];
    }
  /**
   * The mode's MCP access (`mode`), the mode's commands, or an entry of a list that concerns the subject applies only
   * under these circumstances.
   */
  | {
      readonly kind: 'circumstances';
      readonly of: 'mode' | 'allowedTools' | 'askTools' | 'disallowedTools' | 'commands' | CommandList;
      readonly schedule?: McpRestrictions['schedule'];
      readonly when?: McpRestrictions['when'];
    };

/** Permission of one mode for one subject, with the rule that determines it. */
export interface PermissionRow {
  /** Slug of the mode. */
  readonly mode: string;
  readonly subject: PermissionSubject;
  readonly state: PermissionState;
  /** The rule that decided; for a limited row, the first limit; for an unknown row, the rule for all other names. */
  readonly by: RuleReference;
  /** Reason code of the denial. */
  readonly code?: RefusalCode;
  /** The refusal as a sentence. */
  readonly reason?: string;
  readonly conditions: readonly PermissionCondition[];
}

/** Permissions of all modes of a policy. */
export interface PermissionMatrix {
  /** Slugs of the modes, in display order. */
  readonly modes: readonly string[];
  /** Names of the servers that have rows: the configured ones, then those of the inventory. */
  readonly servers: readonly string[];
  /**
   * Sorted by mode: first the agent's tools in the order of the catalogue, then the commands that rules name, and then,
   * server by server, its resources, its tools by name, and its other tools.
   */
  readonly rows: readonly PermissionRow[];
  /** Agents that enforce the rows of commands, and agents that ignore them; absent if there are no such rows. */
  readonly commandEnforcement?: CommandEnforcement;
}
