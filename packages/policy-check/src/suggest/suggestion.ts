import type { Circumstances, Policy, PolicyMode } from '@modegate/mode-core';
import type { McpRestrictions } from '@modegate/mode-core/modes';
import type { ServerInventory } from '../matrix/inventory.ts';
import type { IdentifierWords } from './split-identifier.ts';

/** Options for `suggestRestrictions`: the tools and resources of the servers, and the requested modes. */
export interface SuggestOptions {
  /** Tools and resources of the servers, including the tools' hints. */
  readonly inventory?: readonly ServerInventory[] | undefined;
  /**
   * Circumstances under which the permissions are checked. A mode that may not use MCP under these circumstances is
   * skipped; anything that depends on an unknown time or environment is considered allowed.
   */
  readonly circumstances?: Circumstances | undefined;
  /** Slugs of the modes. Default: all modes in the project and in the global file. */
  readonly modes?: readonly string[] | undefined;
}

/** One part of a server; without `tool`, the whole server including its resources. */
export interface SuggestedPart {
  readonly server: string;
  readonly tool?: string;
}

/** Restrictions that leave a mode everything that it appears to need. */
export interface RestrictionSuggestion {
  readonly mode: string;
  /**
   * The complete `mcpRestrictions` that replace the mode's own; they never allow anything that the mode may not use
   * now.
   */
  readonly restrictions: McpRestrictions;
  /** Reasons, as sentences. */
  readonly reasons: readonly string[];
  /** Parts that the mode may use now and would lose. */
  readonly removes: readonly SuggestedPart[];
  /** Parts that the mode would retain. */
  readonly keeps: readonly SuggestedPart[];
}

/** Suggestions, and the modes for which there are none. */
export interface Suggestions<Suggestion = RestrictionSuggestion> {
  readonly suggestions: readonly Suggestion[];
  readonly skipped: readonly { readonly mode: string; readonly reason: string }[];
}

/**
 * @internal Collects the suggestions for some modes; a string in place of a suggestion is the reason why there is none.
 */
export function collectSuggestions<Suggestion extends object>(
  policy: Policy,
  slugs: Iterable<string>,
  suggest: (mode: PolicyMode) => Suggestion | string,
): Suggestions<Suggestion> {
  const found = Array.from(slugs, (slug) => {
    const mode = policy.modes.find(({ config }) => config.slug === slug);
    return { slug, suggestion: mode === undefined ? 'No such mode.' : suggest(mode) };
  });
  return {
    suggestions: found.flatMap(({ suggestion }) => (typeof suggestion === 'string' ? [] : [suggestion])),
    skipped: found.flatMap(({ slug, suggestion }) =>
      typeof suggestion === 'string' ? [{ mode: slug, reason: suggestion }] : [],
    ),
  };
}

/** @internal One mode under examination. */
export interface SuggestionSubject {
  readonly policy: Policy;
  readonly mode: PolicyMode;
  readonly inventory: readonly ServerInventory[];
  /** True if the mode may use the server or tool, as far as the time and environment are known. */
  readonly may: (server: string, tool: string | undefined) => boolean;
  /** The words in the texts with which the mode describes itself. */
  readonly words: IdentifierWords;
  readonly isReadOnly: boolean;
}
