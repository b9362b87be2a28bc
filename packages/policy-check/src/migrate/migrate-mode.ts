import { jsonPointer } from '@modegate/json';
import type { ModeConfig } from '@modegate/mode-core';
import type { McpRestrictions } from '@modegate/mode-core/modes';
import { isLiteral, matchesName } from '../matrix/names.ts';

/** A mode migrated to the other field. */
export interface MigratedMode {
  /** The migrated mode; absent if there is nothing to write. */
  readonly config?: ModeConfig;
  /** The change as a sentence. */
  readonly change: string;
  readonly losses: readonly MigrationLoss[];
}

/** Something that the other field cannot express; the pointer is relative to the mode. */
export interface MigrationLoss {
  readonly message: string;
  readonly pointer: string;
}

/**
 * Moves the list in `allowedMcpServers` to `mcpRestrictions.allowedServers`. If both lists exist, a server must be in
 * both.
 */
export function toRestrictions(config: ModeConfig): MigratedMode {
  const { allowedMcpServers, ...rest } = config;
  if (allowedMcpServers === undefined) return unchanged;
  const own = config.mcpRestrictions?.allowedServers;
  const allowedServers = own === undefined ? allowedMcpServers : intersect(own, allowedMcpServers);
  if (allowedServers === undefined) {
    const message = `'allowedMcpServers' and 'mcpRestrictions.allowedServers' differ, and both contain wildcards. No single list is equivalent, so both lists remain unchanged.`;
    return { ...unchanged, losses: [{ message, pointer: '/allowedMcpServers' }] };
  }
  return {
    config: { ...rest, mcpRestrictions: { ...config.mcpRestrictions, allowedServers } },
    change: `'allowedMcpServers' became 'mcpRestrictions.allowedServers': ${showList(allowedServers)}.`,
    losses: [],
  };
}

/** Moves the list in `mcpRestrictions.allowedServers` to `allowedMcpServers`, which cannot express anything else. */
export function toAllowedMcpServers(config: ModeConfig): MigratedMode {
  const { mcpRestrictions, ...rest } = config;
  if (mcpRestrictions === undefined) return unchanged;
  const { allowedServers, ...others } = mcpRestrictions;
  const kept = Object.keys(others).length === 0 ? {} : { mcpRestrictions: others };
  const losses = [...listInexpressible(others), ...listWildcards(allowedServers)];
  if (allowedServers === undefined) return { ...unchanged, losses };
  const zoo = config.allowedMcpServers;
  const allowedMcpServers = zoo === undefined ? allowedServers : intersect(zoo, allowedServers);
  if (allowedMcpServers === undefined) {
    const message = `'mcpRestrictions.allowedServers' and 'allowedMcpServers' differ, and both contain wildcards. No single list is equivalent, so both lists remain unchanged.`;
    return { ...unchanged, losses: [...losses, { message, pointer: '/mcpRestrictions/allowedServers' }] };
  }
  return {
    config: { ...rest, ...kept, allowedMcpServers },
    change: `'mcpRestrictions.allowedServers' became 'allowedMcpServers': ${showList(allowedMcpServers)}.`,
    losses,
  };
}

const unchanged: MigratedMode = { change: '', losses: [] };

/**
 * Returns one list that allows what both lists allow; undefined if, because of wildcards on both sides, no list is
 * certain to do so. Names spelt out in either list are retained, even next to a wildcard, because a server that no file
 * contains is allowed only by its exact name.
 */
function intersect(first: readonly string[], second: readonly string[]): readonly string[] | undefined {
  const list = isWithin(first, second) ? first : isWithin(second, first) ? second : undefined;
  if (list === undefined && !first.every(isLiteral) && !second.every(isLiteral)) return undefined;
  const isIn = (name: string, patterns: readonly string[]) => patterns.some((pattern) => matchesName(pattern, name));
  const names = [...first, ...second].filter((name) => isLiteral(name) && isIn(name, first) && isIn(name, second));
  return [...new Set([...(list ?? []), ...names])];
}

/** True if the other list contains every entry in the first list, or allows everything. */
function isWithin(list: readonly string[], other: readonly string[]): boolean {
  return other.includes('*') || list.every((name) => other.includes(name));
}

const whyLost: Readonly<Record<string, string>> = {
  disallowedServers: 'servers that are always refused',
  allowedTools: 'a closed list of tools',
  disallowedTools: 'tools that are always refused',
  extends: 'restrictions inherited from other modes',
  schedule: 'when MCP may be used',
  when: 'where MCP may be used',
};

function listInexpressible(others: Omit<McpRestrictions, 'allowedServers'>): readonly MigrationLoss[] {
  return Object.keys(others).map((key) => ({
    message: `'allowedMcpServers' cannot express '${key}' (${whyLost[key] ?? 'a key without a meaning here'}). The key stays in 'mcpRestrictions', which Zoo Code does not read.`,
    pointer: jsonPointer('mcpRestrictions', key),
  }));
}

function listWildcards(servers: readonly string[] | undefined): readonly MigrationLoss[] {
  const patterns = (servers ?? []).filter((name) => !isLiteral(name));
  if (patterns.length === 0) return [];
  return [
    {
      message: `Zoo Code treats ${showList(patterns)} in 'allowedMcpServers' as plain names; Modegate treats them as wildcards. List the servers by name.`,
      pointer: '/mcpRestrictions/allowedServers',
    },
  ];
}

function showList(names: readonly string[]): string {
  const shown = names.slice(0, 8).map((name) => JSON.stringify(name));
  return `[${shown.join(', ')}${names.length > 8 ? `, and ${names.length - 8} more` : ''}]`;
}
