import { listTools } from '@modegate/mode-core';
import { decisionState } from './decision-state.ts';
import type { CompiledDraft } from './mode-draft.ts';
import type { ServerRow } from './permission-rows.ts';

/** The size of the tool list that a model sees. */
export type ModeMeasure = ReturnType<typeof measureMode>;

// Rule M073 of the checker uses the same number as its threshold.
const providerLimit = 128;

/** Counts a mode's tools and measures their cost. */
export function measureMode({ policy, slug }: CompiledDraft, rows: readonly ServerRow[]) {
  const tools = rows.flatMap((row) => row.tools);
  const allowed = tools.filter(({ decision, isOffered }) => decisionState(decision) !== 'denied' && isOffered);
  const isKnown = policy.modes.some(({ config }) => config.slug === slug);
  return {
    /** Number of known MCP tools that the mode allows, with or without a person's consent. */
    allowedTools: allowed.length,
    knownTools: tools.filter(({ isOffered }) => isOffered).length,
    /** Approximate number of tokens that the allowed tools' definitions take up in a prompt. */
    tokens: allowed.reduce((sum, { tokens }) => sum + tokens, 0),
    /** Number of the agent's own tools in the mode, which are not counted as MCP tools. */
    ownTools: isKnown ? listTools(policy, slug).length : 0,
    /** The maximum number of tools that several model providers accept. */
    limit: providerLimit,
  };
}
