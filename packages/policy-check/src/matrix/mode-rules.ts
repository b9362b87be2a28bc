import { defined } from '@modegate/json';
import { listRestrictingModes, type ModeConfig, type Policy } from '@modegate/mode-core';
import type { McpConditions, McpToolReference } from '@modegate/mode-core/modes';
import type { PermissionCondition } from './permission-row.ts';

type Circumstances = Extract<PermissionCondition, { readonly kind: 'circumstances' }>;

/** The MCP rules of one mode as written. */
export interface RuleSet {
  readonly allowedServers: readonly string[] | undefined;
  readonly allowedMcpServers: readonly string[] | undefined;
  readonly askServers: readonly string[];
  readonly disallowedServers: readonly string[];
  readonly allowedTools: readonly McpToolReference[] | undefined;
  readonly askTools: readonly McpToolReference[];
  readonly disallowedTools: readonly McpToolReference[];
  readonly circumstances: readonly Circumstances[];
}

/**
 * Lists the rules written for a mode: its own rules, followed by those that it inherits. The list only shows which
 * names the rules distinguish; `decide` makes the decisions.
 */
export function listModeRules(policy: Policy, slug: string): readonly RuleSet[] {
  return listRestrictingModes(policy, slug).map(readRuleSet).filter(saysSomething);
}

/**
 * Lists the rules that the modes of a policy contain or inherit, in the order of the modes. Hidden modes can also be
 * parents.
 */
export function listRuleSets(policy: Policy): readonly RuleSet[] {
  const configs = policy.modes.flatMap(({ config }) => [config, ...listRestrictingModes(policy, config.slug)]);
  return [...new Set(configs)].map(readRuleSet);
}

function readRuleSet(config: ModeConfig): RuleSet {
  const own = config.mcpRestrictions ?? {};
  return {
    allowedServers: own.allowedServers,
    allowedMcpServers: config.allowedMcpServers,
    askServers: own.askServers ?? [],
    disallowedServers: own.disallowedServers ?? [],
    allowedTools: own.allowedTools,
    askTools: own.askTools ?? [],
    disallowedTools: own.disallowedTools ?? [],
    circumstances: listCircumstanceReferences('mode', own),
  };
}

/** True if a set contains any rules. A mode may extend other modes without having any rules of its own. */
function saysSomething(set: RuleSet): boolean {
  const closes = [set.allowedServers, set.allowedMcpServers, set.allowedTools].some((list) => list !== undefined);
  const { askServers, disallowedServers, askTools, disallowedTools, circumstances } = set;
  return (
    closes || [askServers, disallowedServers, askTools, disallowedTools, circumstances].some(({ length }) => length > 0)
  );
}

/**
 * Returns the conditions on which an entry or a mode's access depends: a list that is empty or contains one condition.
 */
export function listCircumstanceReferences(
  of: Circumstances['of'],
  { schedule, when }: McpConditions,
): readonly Circumstances[] {
  if (schedule === undefined && when === undefined) return [];
  return [{ kind: 'circumstances', of, ...defined({ schedule, when }) }];
}

/** Servers named in a set of rules, including patterns. */
export function namedServers(set: RuleSet): readonly string[] {
  const { allowedServers = [], allowedMcpServers = [], askServers, disallowedServers } = set;
  const byTool = toolRules(set).map(({ serverName }) => serverName);
  return [...allowedServers, ...allowedMcpServers, ...askServers, ...disallowedServers, ...byTool];
}

/** All entries in the lists of tools. */
export function toolRules({ allowedTools = [], askTools, disallowedTools }: RuleSet): readonly McpToolReference[] {
  return [...allowedTools, ...askTools, ...disallowedTools];
}
