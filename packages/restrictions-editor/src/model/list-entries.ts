import { equalValues } from '@modegate/json';
import type { McpRestrictions, McpToolReference } from '@modegate/mode-core/modes';
import { compileNamePattern } from '@modegate/mode-core/patterns';
import type { CompiledDraft } from './mode-draft.ts';
import { arrayOf, type RowSubject, type ServerRow } from './permission-rows.ts';
import { findReferenceProblems } from './reference-problems.ts';
import { type EditableList, isConditional, keepEntries, orUndefined, restrictionLists } from './restriction-entries.ts';

/** An entry in a list as written, with its current matches. */
export interface ListedEntry {
  readonly list: EditableList;
  readonly index: number;
  readonly serverName: string;
  /** Absent in a list of servers. */
  readonly toolName: string | undefined;
  /** True if the entry applies only under conditions. */
  readonly isConditional: boolean;
  readonly matches: EntryMatches;
  /**
   * Warning that the entry refers to nothing that exists, with the nearest name; undefined if it does refer to
   * something.
   */
  readonly problem: string | undefined;
  /** The entry on the other side of a conflict. */
  readonly conflictsWith: EntryIndex | undefined;
}

/** The known servers and tools that an entry matches. */
export interface EntryMatches {
  readonly servers: readonly string[];
  readonly tools: readonly RowSubject[];
}

/**
 * Lists the entries from all lists in file order. The two sides of a conflict reported by the loader refer to each
 * other.
 */
export function listEntries(compiled: CompiledDraft, rows: readonly ServerRow[]): readonly ListedEntry[] {
  const { draft, problems } = compiled;
  const unknown = findReferenceProblems(compiled);
  const problemOf = (at: string) => unknown.find(({ pointer }) => pointer.endsWith(at))?.message;
  const contradictions = problems.filter(({ code }) => code === 'RESTRICTION_CONFLICT');
  const conflicts = findConflicts(draft.restrictions ?? {}, contradictions);
  return restrictionLists.flatMap((list) =>
    entriesOf(draft.restrictions, list).flatMap((entry, index) => {
      const names = namesOf(entry);
      if (names === undefined) return [];

      return [
        {
          list,
          index,
          ...names,
          isConditional: typeof entry === 'object' && isConditional(entry as McpToolReference),
          matches: matchEntry(names, rows),
          problem: problemOf(`/mcpRestrictions/${list}/${index}`),
          conflictsWith: conflicts.get(`${list}/${index}`),
        },
      ];
    }),
  );
}

/**
 * Finds the matches for an entry, whether or not it has been written: compares whole names, with `*` and `?` as
 * wildcards. Ignores servers that are mentioned only in a rule.
 */
export function matchEntry(
  { serverName, toolName }: { readonly serverName: string; readonly toolName?: string | undefined },
  rows: readonly ServerRow[],
): EntryMatches {
  const isServer = compileNamePattern(serverName);
  const isTool = compileNamePattern(toolName ?? '*');
  const servers = rows.filter(({ server, availability }) => availability !== 'unconfigured' && isServer(server));
  const tools = servers.flatMap((row) =>
    row.tools.filter(({ tool }) => isTool(tool)).map(({ server, tool }) => ({ server, tool })),
  );
  return { servers: servers.map(({ server }) => server), tools };
}

/**
 * Adds an entry to the end of a list. If the mode had no such allow list, anything not in the new list is denied. Does
 * not repeat an existing entry.
 */
export function addEntry(restrictions: McpRestrictions | undefined, names: EntryNames): McpRestrictions {
  if (hasEntry(restrictions, names)) return restrictions ?? {};
  return { ...restrictions, [names.list]: [...entriesOf(restrictions, names.list), entryOf(names)] };
}

/** True if a list has an entry with the same names. */
export function hasEntry(restrictions: McpRestrictions | undefined, names: EntryNames): boolean {
  return entriesOf(restrictions, names.list).some((other) => equalValues(other, entryOf(names)));
}

type EntryNames = Pick<ListedEntry, 'list' | 'serverName' | 'toolName'>;

function entryOf({ list, serverName, toolName = '*' }: EntryNames) {
  return list.endsWith('Tools') ? { serverName, toolName } : serverName;
}

function entriesOf(restrictions: McpRestrictions | undefined, list: EditableList): readonly unknown[] {
  return arrayOf(restrictions?.[list] as readonly unknown[] | undefined);
}

/** Removes one entry. An allow list stays in effect even after its last entry is removed. */
export function removeEntry(
  restrictions: McpRestrictions,
  { list, index }: Pick<ListedEntry, 'list' | 'index'>,
): McpRestrictions | undefined {
  return orUndefined(keepEntries(restrictions, list, (_, place) => place !== index));
}

/** An entry, identified by its list and index. */
type EntryIndex = Pick<ListedEntry, 'list' | 'index'>;

/**
 * Finds pairs of contradictory entries by means of the loader's problems, each of which refers to the allowing entry.
 */
function findConflicts(
  restrictions: McpRestrictions,
  problems: readonly { readonly pointer: string }[],
): ReadonlyMap<string, EntryIndex> {
  const sides = new Map<string, EntryIndex>();
  for (const { pointer } of problems) {
    const [, list, digits] = /\/(allowedServers|allowedTools)\/(\d+)$/.exec(pointer) ?? [];
    if (list === undefined || digits === undefined) continue;
    const allowing = { list: list as EditableList, index: Number(digits) };
    const denying = `dis${list}` as EditableList;
    const names = JSON.stringify(namesOf((restrictions[allowing.list] as readonly unknown[])[allowing.index]));
    for (const [index, entry] of entriesOf(restrictions, denying).entries()) {
      if (JSON.stringify(namesOf(entry)) !== names) continue;
      sides.set(`${list}/${digits}`, { list: denying, index });
      sides.set(`${denying}/${index}`, allowing);
    }
  }
  return sides;
}

function namesOf(entry: unknown): Pick<ListedEntry, 'serverName' | 'toolName'> | undefined {
  if (typeof entry === 'string') return { serverName: entry, toolName: undefined };
  const { serverName, toolName } = (entry ?? {}) as Partial<Record<'serverName' | 'toolName', unknown>>;
  return typeof serverName === 'string' && typeof toolName === 'string' ? { serverName, toolName } : undefined;
}
