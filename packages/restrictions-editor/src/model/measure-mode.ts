import { listTools } from '@modegate/mode-core';
import { decisionState } from './decision-state.ts';
import type { CompiledDraft } from './mode-draft.ts';
import type { ServerRow } from './permission-rows.ts';

/** The size of the tool list that a model sees. */
export interface ModeMeasure {
  /** Number of known MCP tools that the mode allows, with or without a person's consent. */
  readonly allowedTools: number;
  readonly knownTools: number;
  /** Approximate tokens of the allowed tools' definitions in a prompt. */
  readonly tokens: number;
  /** Number of the agent's own tools in the mode, which are not included in the MCP tools. */
  readonly ownTools: number;
  /** The highest number of tools that several model providers accept. */
  readonly limit: number;
}

// M073 of the checker warns at the same number.
const providerLimit = 128;

/** Counts the tools of a mode and measures their cost. */
export function measureMode({ policy, slug }: CompiledDraft, rows: readonly ServerRow[]): ModeMeasure {
  const tools = rows.flatMap((row) => row.tools);
  const allowed = tools.filter(({ decision, isOffered }) => decisionState(decision) !== 'denied' && isOffered);
  const isKnown = policy.modes.some(({ config }) => config.slug === slug);
  return {
    allowedTools: allowed.length,
    knownTools: tools.filter(({ isOffered }) => isOffered).length,
    tokens: allowed.reduce((sum, { tokens }) => sum + tokens, 0),
    ownTools: isKnown ? listTools(policy, slug).length : 0,
    limit: providerLimit,
  };
}
