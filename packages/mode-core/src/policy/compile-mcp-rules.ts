import { jsonPointer } from '@modegate/json';
import { compileOptionalConditions } from '../circumstances/compile-conditions.ts';
import { compileNamePattern, hasWildcard } from '../mcp/name-pattern.ts';
import type { McpToolReference } from '../modes/mode.ts';
import type { Ancestor } from './inheritance-nodes.ts';
import { ruleAt } from './inheritance-nodes.ts';
import type { ClosedList, CompiledMcpRules, McpRuleSet, ServerRule, ToolRule } from './mcp-rules.ts';
import type { Lineage } from './resolve-inheritance.ts';

/** Compiles the MCP rules of a mode: its own rules, and the rules of the modes that it extends, which are shared. */
export function compileMcpRules({ self, ancestors, withoutList }: Lineage): CompiledMcpRules {
  const { restrictionsInvalid, pointer } = self.loaded;
  const sets = [self, ...ancestors].map(findSet);
  return {
    invalid: restrictionsInvalid === undefined ? undefined : { reason: restrictionsInvalid, by: ruleAt(pointer, self) },
    sets,
    withoutList,
    namedServers: new Set(sets.flatMap(listNamedServers)),
    isRestricted: restrictionsInvalid !== undefined || sets.some(isRestricting),
    hasConditions: sets.some(({ conditions }) => conditions.length > 0),
    isConditional: sets.some(({ isConditional }) => isConditional),
  };
}

/** Returns the exact server names in the lists of servers and of tools, except those in deny lists. */
function listNamedServers({ closedServers, askedServers, closedTools, askedTools }: McpRuleSet): readonly string[] {
  const names = [
    ...closedServers.flatMap(({ rules }) => rules.map(({ name }) => name)),
    ...askedServers.map(({ name }) => name),
    ...[...(closedTools?.rules ?? []), ...askedTools].map((rule) => rule.names.serverName),
  ];
  return names.filter((name) => !hasWildcard(name));
}

function findSet(of: Ancestor): McpRuleSet {
  of.rules ??= compileSet(of);
  return of.rules;
}

function isRestricting(set: McpRuleSet): boolean {
  return (
    set.closedServers.length > 0 ||
    set.closedTools !== undefined ||
    [set.askedServers, set.disallowedServers, set.askedTools, set.disallowedTools, set.conditions].some(
      ({ length }) => length > 0,
    )
  );
}

function compileSet(of: Ancestor): McpRuleSet {
  const { config, pointer } = of.loaded;
  const { mcpRestrictions: own = {}, allowedMcpServers: zoo } = config;
  const at = `${pointer}/mcpRestrictions`;
  const closedTools = own.allowedTools && closeTools(own.allowedTools, `${at}/allowedTools`, of);
  const askedTools = compileTools(own.askTools ?? [], `${at}/askTools`, of);
  const disallowedTools = compileTools(own.disallowedTools ?? [], `${at}/disallowedTools`, of);
  const conditions = compileOptionalConditions(own, (tail) => ruleAt(`${at}${tail}`, of)) ?? [];
  return {
    owner: config.slug,
    config,
    closedServers: [
      ...(own.allowedServers ? [closeServers(own.allowedServers, `${at}/allowedServers`, of)] : []),
      ...(zoo ? [closeServers(zoo, `${pointer}${jsonPointer('allowedMcpServers')}`, of)] : []),
    ],
    askedServers: compileServers(own.askServers ?? [], `${at}/askServers`, of),
    disallowedServers: compileServers(own.disallowedServers ?? [], `${at}/disallowedServers`, of),
    closedTools,
    askedTools,
    disallowedTools,
    conditions,
    isConditional:
      conditions.length > 0 || [...(closedTools?.rules ?? []), ...askedTools, ...disallowedTools].some(isHanging),
  };
}

function closeServers(names: readonly string[], pointer: string, of: Ancestor): ClosedList<ServerRule> {
  return { by: ruleAt(pointer, of), rules: compileServers(names, pointer, of) };
}

function compileServers(names: readonly string[], pointer: string, of: Ancestor): readonly ServerRule[] {
  return names.map((name, index) => ({
    name,
    matches: compileNamePattern(name),
    by: ruleAt(`${pointer}/${index}`, of),
  }));
}

function closeTools(tools: readonly McpToolReference[], pointer: string, of: Ancestor): ClosedList<ToolRule> {
  return { by: ruleAt(pointer, of), rules: compileTools(tools, pointer, of) };
}

function compileTools(tools: readonly McpToolReference[], pointer: string, of: Ancestor): readonly ToolRule[] {
  return tools.map((tool, index) => ({
    names: tool,
    matchesServer: compileNamePattern(tool.serverName),
    matchesTool: compileNamePattern(tool.toolName),
    by: ruleAt(`${pointer}/${index}`, of),
    conditions: compileOptionalConditions(tool, (tail) => ruleAt(`${pointer}/${index}${tail}`, of)),
  }));
}

function isHanging({ conditions }: ToolRule): boolean {
  return conditions !== undefined;
}
