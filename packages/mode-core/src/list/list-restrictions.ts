import type { RuleReference } from '../decision.ts';
import type { ModeConfig, RestrictionsKey } from '../modes/mode.ts';
import type { ToolRule } from '../policy/mcp-rules.ts';
import type { Policy } from '../policy/policy.ts';
import { requireMode } from './list-tools.ts';

/** An MCP rule of a mode that applies only in some circumstances. */
export interface ListedCondition {
  /**
   * Subject of the condition: all MCP access by the mode, or a rule that allows, asks about or denies a single tool.
   */
  readonly on: 'access' | 'allowance' | 'question' | 'denial';
  /** Server and tool as written in the entry, including wildcards; absent if the condition applies to all access. */
  readonly serverName?: string;
  readonly toolName?: string;
  /** Description such as `Monday to Friday, 09:00 to 17:00 (Europe/Berlin), on branch main`. */
  readonly words: string;
  readonly by: RuleReference;
}

/**
 * Lists the schedules and MCP conditions of a mode, including inherited ones. Conditions on all access come first; the
 * mode's own conditions precede inherited conditions.
 *
 * @throws {ModeError} MODE_NOT_FOUND if no layer defines the mode.
 */
export function listConditions(policy: Policy, mode: string): readonly ListedCondition[] {
  const { sets } = requireMode(policy, mode).mcp;
  return [
    ...sets.flatMap(({ conditions }) => conditions.map(({ words, by }) => ({ on: 'access' as const, words, by }))),
    ...sets.flatMap((set) => [
      ...(set.closedTools?.rules ?? []).flatMap((rule) => listEntry('allowance', rule)),
      ...set.askedTools.flatMap((rule) => listEntry('question', rule)),
      ...set.disallowedTools.flatMap((rule) => listEntry('denial', rule)),
    ]),
  ];
}

function listEntry(
  on: Exclude<ListedCondition['on'], 'access'>,
  { names, by, conditions }: ToolRule,
): readonly ListedCondition[] {
  if (conditions === undefined) return [];
  const { serverName, toolName } = names;
  return [{ on, serverName, toolName, words: conditions.map(({ words }) => words).join(', '), by }];
}

/**
 * Lists the modes whose restrictions under a given key apply in a mode: the mode itself, then the modes that it
 * extends, nearest first. The list may include modes from weaker layers that are hidden by other modes. Returns only
 * the mode itself if `extends` fails, and `[]` for an unknown slug or a mode without `commandRestrictions`.
 */
export function listRestrictingModes(
  policy: Policy,
  slug: string,
  key: RestrictionsKey = 'mcpRestrictions',
): readonly ModeConfig[] {
  const mode = policy.compiled.modes.get(slug);
  const rules = key === 'mcpRestrictions' ? mode?.mcp : mode?.commands;
  return rules?.sets.map(({ config }) => config) ?? [];
}
