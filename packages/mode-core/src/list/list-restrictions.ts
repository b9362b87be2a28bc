import type { RuleReference } from '../decision.ts';
import type { ModeConfig } from '../modes/mode.ts';
import type { ToolRule } from '../policy/mcp-rules.ts';
import type { Policy } from '../policy/policy.ts';
import { requireMode } from './list-tools.ts';

/** A rule of a mode that holds in some circumstances only. */
export interface ListedCondition {
  /** What depends on it: all MCP access of the mode, or the allowance or the denial of one tool. */
  readonly on: 'access' | 'allowance' | 'denial';
  /** Server and tool as the entry has them, wildcards included; absent for all access. */
  readonly serverName?: string;
  readonly toolName?: string;
  /** Where it counts, such as `Monday to Friday, 09:00 to 17:00 (Europe/Berlin), on branch main`. */
  readonly words: string;
  readonly by: RuleReference;
}

/**
 * The schedules and conditions that hold in a mode, inherited ones included: those of all access first, own ones before inherited ones.
 *
 * @throws {ModeError} MODE_NOT_FOUND when no layer defines the mode.
 */
export function listConditions(policy: Policy, mode: string): readonly ListedCondition[] {
  const { sets } = requireMode(policy, mode).mcp;
  return [
    ...sets.flatMap(({ conditions }) => conditions.map(({ words, by }) => ({ on: 'access' as const, words, by }))),
    ...sets.flatMap((set) => [
      ...(set.closedTools?.rules ?? []).flatMap((rule) => listEntry('allowance', rule)),
      ...set.disallowedTools.flatMap((rule) => listEntry('denial', rule)),
    ]),
  ];
}

function listEntry(on: 'allowance' | 'denial', { names, by, conditions }: ToolRule): readonly ListedCondition[] {
  if (conditions === undefined) return [];
  const { serverName, toolName } = names;
  return [{ on, serverName, toolName, words: conditions.map(({ words }) => words).join(', '), by }];
}

/**
 * The modes whose MCP restrictions hold in a mode, as they are written: the mode itself, then those it extends, nearest first, each
 * once. A mode that a stronger layer hides can be among them. Only the mode itself where `extends` fails; `[]` for a slug that no layer
 * defines.
 */
export function listRestrictingModes(policy: Policy, slug: string): readonly ModeConfig[] {
  return policy.compiled.modes.get(slug)?.mcp.sets.map(({ config }) => config) ?? [];
}
