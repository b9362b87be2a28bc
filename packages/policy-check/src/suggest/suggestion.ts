import type { Circumstances, McpRestrictions, Policy, PolicyMode } from '@modegate/mode-core';
import type { InventoryServer } from '../matrix/inventory.ts';
import type { IdentifierWords } from './split-identifier.ts';

/** What the servers offer, and which modes are wanted. */
export interface SuggestOptions {
  /** What the servers offer, with the hints on their tools. */
  readonly inventory?: readonly InventoryServer[] | undefined;
  /** When and where the permissions are looked at. A mode that may not use MCP then and there is skipped; what depends on a time or place that is not known counts as open. */
  readonly circumstances?: Circumstances | undefined;
  /** Slugs. Default: all modes of the project and the global file. */
  readonly modes?: readonly string[] | undefined;
}

/** One thing of a server; without `tool` the server as a whole, its resources included. */
export interface SuggestedPart {
  readonly server: string;
  readonly tool?: string;
}

/** Restrictions that leave a mode what it seems to need. */
export interface RestrictionSuggestion {
  readonly mode: string;
  /** The whole `mcpRestrictions` to write in place of the mode's own; never allows what the mode may not use now. */
  readonly restrictions: McpRestrictions;
  /** Why, in sentences. */
  readonly reasons: readonly string[];
  /** What the mode may use now and would not. */
  readonly removes: readonly SuggestedPart[];
  /** What it keeps. */
  readonly keeps: readonly SuggestedPart[];
}

/** What is suggested, and for which modes nothing is. */
export interface Suggestions {
  readonly suggestions: readonly RestrictionSuggestion[];
  readonly skipped: readonly { readonly mode: string; readonly reason: string }[];
}

/** @internal One mode that is looked at. */
export interface SuggestionSubject {
  readonly policy: Policy;
  readonly mode: PolicyMode;
  readonly inventory: readonly InventoryServer[];
  /** Whether the mode may do this, as far as time and place are known. */
  readonly may: (server: string, tool: string | undefined) => boolean;
  /** What the mode says of itself. */
  readonly words: IdentifierWords;
  readonly isReadOnly: boolean;
}
