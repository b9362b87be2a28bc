import { canonicalJson } from '@modegate/json';
import { sha256 as digest } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { KnownServer, KnownTool, KnownToolHints } from '../matrix/known-server.ts';
import { compareNames } from '../matrix/names.ts';

/** A tool as its server lists it, with everything that a lock watches. */
export interface LockableTool extends KnownTool {
  readonly title?: string;
  readonly outputSchema?: unknown;
  /** As sent (MCP `ToolAnnotations`); the hints are read from here where `hints` is absent. */
  readonly annotations?: unknown;
}

/** A server to be locked; no `tools` means that it was not asked. */
export interface LockableServer extends KnownServer {
  readonly tools?: readonly LockableTool[];
}

/** What a lock watches of each tool. */
export const lockedParts = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;

/** A part of a tool that is watched. */
export type LockedPart = (typeof lockedParts)[number];

/** One tool of a lock. */
export interface LockedTool {
  /** `sha256-` and 64 hexadecimal digits of the part as JSON with sorted keys; absent where the tool has no such part. */
  readonly hashes: Readonly<Partial<Record<LockedPart, string>>>;
  readonly hints: KnownToolHints;
}

/** One server of a lock. */
export interface LockedServer {
  readonly tools: Readonly<Record<string, LockedTool>>;
}

/** The tools that servers offered when they were reviewed. */
export interface Lock {
  readonly version: 1;
  readonly servers: Readonly<Record<string, LockedServer>>;
}

/**
 * Locks what servers offer. A server whose tools are not known keeps its entry of `before`, and is left out without one; any other entry
 * of `before` is dropped.
 */
export function createLock(servers: readonly LockableServer[], before?: Lock): Lock {
  const entries = servers.flatMap(({ name, tools }): readonly (readonly [string, LockedServer])[] => {
    if (tools !== undefined) return [[name, { tools: sortedRecord(tools.map((tool) => [tool.name, lockTool(tool)])) }]];
    const known = before === undefined || !Object.hasOwn(before.servers, name) ? undefined : before.servers[name];
    return known === undefined ? [] : [[name, known]];
  });
  return { version: 1, servers: sortedRecord(entries) };
}

/** The tools of a lock with their hints, as an inventory for the matrix, the escapes and the rules. */
export function lockInventory(lock: Lock): readonly KnownServer[] {
  return Object.entries(lock.servers).map(([name, { tools }]) => ({
    name,
    tools: Object.entries(tools).map(([tool, { hints }]) => ({ name: tool, hints })),
  }));
}

/** @internal What a lock says of one tool. */
export function lockTool(tool: LockableTool): LockedTool {
  const hashes: Partial<Record<LockedPart, string>> = {};
  for (const part of lockedParts) {
    const value: unknown = tool[part];
    if (value === undefined || value === null) continue;
    // What is nested too deep for one spelling is hashed as it was sent.
    hashes[part] = `sha256-${sha256(canonicalJson(value) ?? JSON.stringify(value))}`;
  }
  return { hashes, hints: readHints(tool) };
}

/** @internal The hints in the order in which they are compared. */
export const hintNames = ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const;

function readHints({ hints, annotations }: LockableTool): KnownToolHints {
  const given = (annotations ?? {}) as Readonly<Record<string, unknown>>;
  const found: Partial<Record<(typeof hintNames)[number], boolean>> = {};
  for (const name of hintNames) {
    const value = hints === undefined ? given[`${name}Hint`] : hints[name];
    if (typeof value === 'boolean') found[name] = value;
  }
  return found;
}

/** SHA-256 of a text as UTF-8, as 64 hexadecimal digits; half a surrogate pair counts as U+FFFD. */
function sha256(text: string): string {
  return bytesToHex(digest(utf8ToBytes(text)));
}

function sortedRecord<Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> {
  const record: Record<string, Value> = Object.create(null) as Record<string, Value>;
  // The first of two entries of one name counts, as in a list of servers.
  for (const [key, value] of entries.toSorted(([left], [right]) => compareNames(left, right)))
    if (!(key in record)) record[key] = value;
  return record;
}
