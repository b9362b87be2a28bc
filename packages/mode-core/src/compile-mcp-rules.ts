import { compileConditions } from './compile-conditions.ts';
import type { RuleReference } from './decision.ts';
import type { Ancestor } from './inheritance-nodes.ts';
import { jsonPointer } from './json-pointer.ts';
import type { McpToolReference } from './mode.ts';
import { compileNamePattern } from './name-pattern.ts';
import type { CompiledMcpRules, McpRuleSet, ServerRule, ToolRule } from './policy.ts';
import type { Lineage } from './resolve-inheritance.ts';
import { ruleAt } from './rule-at.ts';

/** Compiles the MCP rules that hold in a mode: its own, and those of the modes it extends, which are shared by all that extend them. */
export function compileMcpRules({ self, ancestors, withoutList }: Lineage): CompiledMcpRules {
  const { restrictionsInvalid, pointer } = self.loaded;
  const sets = [self, ...ancestors].map(findSet);
  return {
    invalid: restrictionsInvalid === undefined ? undefined : { reason: restrictionsInvalid, by: ruleAt(pointer, self) },
    sets,
    withoutList,
    isRestricted: restrictionsInvalid !== undefined || sets.some(isRestricting),
    hasConditions: sets.some(({ conditions }) => conditions.length > 0),
    isConditional: sets.some(({ isConditional }) => isConditional),
  };
}

const compiledSets = new WeakMap<Ancestor, McpRuleSet>();

function findSet(of: Ancestor): McpRuleSet {
  const known = compiledSets.get(of);
  if (known !== undefined) return known;
  const set = compileSet(of);
  compiledSets.set(of, set);
  return set;
}

function isRestricting(set: McpRuleSet): boolean {
  return (
    set.closedServers.length > 0 ||
    set.closedTools !== undefined ||
    set.disallowedServers.length > 0 ||
    set.disallowedTools.length > 0 ||
    set.conditions.length > 0
  );
}

function compileSet(of: Ancestor): McpRuleSet {
  const { config, pointer } = of.loaded;
  const { mcpRestrictions: own = {}, allowedMcpServers: zoo } = config;
  const at = `${pointer}/mcpRestrictions`;
  const zooPointer = `${pointer}${jsonPointer('allowedMcpServers')}`;
  const by = (tail: string): RuleReference => ruleAt(`${at}${tail}`, of);
  const tools = (key: 'allowedTools' | 'disallowedTools') =>
    compileTools(own[key] ?? [], (tail) => by(`/${key}${tail}`));
  const closedTools = own.allowedTools && { by: by('/allowedTools'), rules: tools('allowedTools') };
  const disallowedTools = tools('disallowedTools');
  const conditions = compileConditions(own, by);
  return {
    owner: config.slug,
    closedServers: [
      ...(own.allowedServers
        ? [{ by: by('/allowedServers'), rules: compileServers(own.allowedServers, `${at}/allowedServers`, of) }]
        : []),
      ...(zoo ? [{ by: ruleAt(zooPointer, of), rules: compileServers(zoo, zooPointer, of) }] : []),
    ],
    disallowedServers: compileServers(own.disallowedServers ?? [], `${at}/disallowedServers`, of),
    closedTools,
    disallowedTools,
    conditions,
    isConditional:
      conditions.length > 0 ||
      [...(closedTools?.rules ?? []), ...disallowedTools].some((rule) => rule.conditions !== undefined),
  };
}

function compileServers(names: readonly string[], pointer: string, of: Ancestor): readonly ServerRule[] {
  return names.map((name, index) => ({ matches: compileNamePattern(name), by: ruleAt(`${pointer}/${index}`, of) }));
}

function compileTools(tools: readonly McpToolReference[], by: (tail: string) => RuleReference): readonly ToolRule[] {
  return tools.map((tool, index) => {
    const conditions = compileConditions(tool, (tail) => by(`/${index}${tail}`));
    return {
      names: tool,
      matchesServer: compileNamePattern(tool.serverName),
      matchesTool: compileNamePattern(tool.toolName),
      by: by(`/${index}`),
      conditions: conditions.length === 0 ? undefined : conditions,
    };
  });
}
