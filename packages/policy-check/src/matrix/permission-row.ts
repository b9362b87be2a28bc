import type { RefusalCode, RuleReference } from '@modegate/mode-core';
import type { CommandList } from '@modegate/mode-core/commands';
import type { McpRestrictions } from '@modegate/mode-core/modes';
import type { CommandEnforcement } from '../commands/enforcement.ts';

/** Subject of a permission. */
export type PermissionSubject =
  /** One of the agent's own tools. */
  | { readonly kind: 'tool'; readonly tool: string }
  /** Something that a group allows and that is known only to the client that reads the modes file. */
  | { readonly kind: 'group'; readonly group: string }
  /** A command that shows the effect of a rule; `…` in the command means any word. */
  | { readonly kind: 'command'; readonly command: string }
  /** Every command without an individual row; present only if a mode has command rules. */
  | { readonly kind: 'other-commands' }
  /** A tool that a server lists or a rule mentions. */
  | { readonly kind: 'mcp-tool'; readonly server: string; readonly tool: string }
  /** Every tool of the server without an individual row: unknown tools, and tools added later. */
  | { readonly kind: 'mcp-other-tools'; readonly server: string }
  /** The resources of the server. */
  | { readonly kind: 'mcp-resources'; readonly server: string }
  /** Every server without individual rows; present only if the servers are unknown to the policy. */
  | { readonly kind: 'mcp-other-servers' };

/**
 * `allowed` for any arguments; `limited` to what the conditions of the row allow; `asks` if a person must consent to
 * each call; `unknown` if the decision depends on unlisted names, or on a group whose contents are known only to its
 * client (refused here); `denied` always.
 */
export type PermissionState = 'allowed' | 'limited' | 'asks' | 'unknown' | 'denied';

/** Condition on a permission. */
export type PermissionCondition =
  /**
   * Every path in the call must match; for tools that take folders, everything that can be below a folder must also
   * provably match.
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
  /** Every file that the command accesses must be a file that the mode may access. */
  | { readonly kind: 'command-files' }
  /** Names that match a pattern are treated differently from other names; deny rules take precedence. */
  | {
      readonly kind: 'tool-names';
      readonly otherwise: 'allowed' | 'asks' | 'denied';
      readonly allow: readonly string[];
      readonly deny: readonly string[];
      /** Names that need a person's consent; absent if there are no such names. */
      readonly ask?: readonly string[];
      /** Additional denied names, case-insensitive for A to Z; absent if there are none. */
      readonly denyInAnyCase?: readonly string[];
    }
  /**
   * The mode's MCP access (`mode`), the mode's commands, or an entry in a list that concerns the subject applies only
   * in these circumstances.
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
  /**
   * The rule that decided; for a limited row, the first restriction; for an unknown row, the rule for all other names.
   */
  readonly by: RuleReference;
  /** Code that gives the reason for the refusal. */
  readonly code?: RefusalCode;
  /** The refusal as a sentence. */
  readonly reason?: string;
  readonly conditions: readonly PermissionCondition[];
}

/** Permissions of all modes of a policy. */
export interface PermissionMatrix {
  /** Slugs of the modes, in display order. */
  readonly modes: readonly string[];
  /** Names of the servers that have rows: the configured servers, followed by those in the inventory. */
  readonly servers: readonly string[];
  /**
   * Rows sorted by mode: first the agent's tools in catalogue order, then the commands that rules mention, and then,
   * server by server, its resources, its tools by name, and its other tools.
   */
  readonly rows: readonly PermissionRow[];
  /** Agents that enforce the rows for commands, and agents that ignore these rows; absent if there are no such rows. */
  readonly commandEnforcement?: CommandEnforcement;
}
