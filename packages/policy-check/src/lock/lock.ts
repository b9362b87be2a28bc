import { canonicalJson } from '@modegate/json';
import { sha256 as digest } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { InventoryToolHints, ServerInventory, ToolInventory } from '../matrix/inventory.ts';
import { compareNames } from '../matrix/names.ts';

/** A tool as listed by its server, with everything that a lock covers. */
export interface LockableTool extends ToolInventory {
  readonly title?: string;
  readonly outputSchema?: unknown;
  /** Annotations as sent (MCP `ToolAnnotations`); the hints are taken from these annotations if `hints` is absent. */
  readonly annotations?: unknown;
  /** The complete definition as sent. Default: the definition consists of the members above. */
  readonly definition?: Readonly<Record<string, unknown>>;
}

/** A server to be locked; if `tools` is absent, the server was not queried. */
export interface LockableServer extends ServerInventory {
  readonly tools?: readonly LockableTool[];
}

/** @internal The members that a lock in the older form covers. */
export const olderMembers: readonly string[] = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'];

/** One definition in a lock. */
export interface LockedDefinition {
  /**
   * Hashes by member of the definition: `sha256-` followed by 64 hexadecimal digits, computed from the member as JSON
   * with sorted keys. A member that is null is treated as absent.
   */
  readonly hashes: Readonly<Record<string, string>>;
  readonly hints: InventoryToolHints;
}

/** One tool in a lock. */
export interface LockedTool extends LockedDefinition {
  /** Further definitions that the server provided under the same name, in the server's order. */
  readonly again?: readonly LockedDefinition[];
}

/** One server in a lock. */
export interface LockedServer {
  /**
   * Present if every member of every definition is locked; absent in the older form, which covers five members of the
   * first definition under each name.
   */
  readonly members?: 'all';
  readonly tools: Readonly<Record<string, LockedTool>>;
}

/** The tools that servers offered when they were reviewed. */
export interface Lock {
  readonly version: 1;
  readonly servers: Readonly<Record<string, LockedServer>>;
}

/**
 * Creates a lock for the current offerings of servers. A server with unknown tools retains its entry from `before`, or
 * is omitted if it has no entry there; all other entries in `before` are dropped.
 */
export function createLock(servers: readonly LockableServer[], before?: Lock): Lock {
  const entries = servers.flatMap(({ name, tools }): readonly (readonly [string, LockedServer])[] => {
    if (tools !== undefined) return [[name, { members: 'all', tools: lockTools(tools) }]];
    const known = before && ownValue(before.servers, name);
    return known === undefined ? [] : [[name, known]];
  });
  return { version: 1, servers: sortedRecord(entries) };
}

/** Returns the tools in a lock with their hints, as an inventory for the matrix, the bypass search and the rules. */
export function lockInventory(lock: Lock): readonly ServerInventory[] {
  return Object.entries(lock.servers).map(([name, { tools }]) => ({
    name,
    tools: Object.entries(tools).map(([tool, { hints }]) => ({ name: tool, hints })),
  }));
}

/** @internal Creates the lock entries for the tools of one server. */
export function lockTools(tools: readonly LockableTool[]): LockedServer['tools'] {
  const byName = Map.groupBy(tools, ({ name }) => name);
  return sortedRecord(
    [...byName].flatMap(([name, found]): readonly (readonly [string, LockedTool])[] => {
      const [first, ...again] = found.map(lockDefinition);
      return first === undefined ? [] : [[name, again.length === 0 ? first : { ...first, again }]];
    }),
  );
}

function lockDefinition(tool: LockableTool): LockedDefinition {
  const { hints: _hints, definition, ...given } = tool;
  const members = Object.entries(definition ?? given).flatMap(
    ([member, value]): readonly (readonly [string, string])[] =>
      member === 'name' || value === undefined || value === null ? [] : [[member, hash(value)]],
  );
  return { hashes: sortedRecord(members), hints: readHints(tool) };
}

/** Values that are nested too deeply for canonical JSON are hashed as sent. */
function hash(value: unknown): string {
  return `sha256-${sha256(canonicalJson(value) ?? JSON.stringify(value))}`;
}

/** @internal The hints in the order in which they are compared. */
export const hintNames = ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const;

function readHints({ hints, annotations }: LockableTool): InventoryToolHints {
  const given = (annotations ?? {}) as Readonly<Record<string, unknown>>;
  const found: Partial<Record<(typeof hintNames)[number], boolean>> = {};
  for (const name of hintNames) {
    const value = hints === undefined ? given[`${name}Hint`] : hints[name];
    if (typeof value === 'boolean') found[name] = value;
  }
  return found;
}

/** Returns the value of a record's own key. */
export function ownValue<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Returns the SHA-256 of text encoded as UTF-8, as 64 hexadecimal digits; a lone surrogate is treated as U+FFFD. */
function sha256(text: string): string {
  return bytesToHex(digest(utf8ToBytes(text)));
}

function sortedRecord<Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> {
  const record: Record<string, Value> = Object.create(null) as Record<string, Value>;
  // If two entries have the same name, the first entry takes precedence, as in a list of servers.
  for (const [key, value] of entries.toSorted(([left], [right]) => compareNames(left, right)))
    if (!(key in record)) record[key] = value;
  return record;
}
