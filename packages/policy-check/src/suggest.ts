import type { McpRestrictions, Policy } from '@modegate/mode-core';
import type { KnownServer } from './known-server.ts';
import type { Situation } from './matrix-row.ts';

export interface SuggestOptions {
  readonly inventory?: readonly KnownServer[] | undefined;
  readonly situation?: Situation | undefined;
  /** Slugs. Default: all modes of the project and the global file. */
  readonly modes?: readonly string[] | undefined;
}
export interface RestrictionSuggestion {
  readonly mode: string;
  /** The whole `mcpRestrictions` to write in place of the mode's own. */
  readonly restrictions: McpRestrictions;
  /** Why, in sentences. */
  readonly reasons: readonly string[];
  /** What the mode may use now and would not. */
  readonly removes: readonly { readonly server: string; readonly tool?: string }[];
  readonly keeps: readonly { readonly server: string; readonly tool?: string }[];
}
export interface Suggestions {
  readonly suggestions: readonly RestrictionSuggestion[];
  /** Modes for which nothing is suggested, and why. */
  readonly skipped: readonly { readonly mode: string; readonly reason: string }[];
}
export declare function suggestRestrictions(policy: Policy, options?: SuggestOptions): Suggestions;
