import type { InventoryToolHints } from '../matrix/inventory.ts';
import { compareNames } from '../matrix/names.ts';
import {
  hintNames,
  type Lock,
  type LockableServer,
  type LockedDefinition,
  type LockedServer,
  type LockedTool,
  lockTools,
  olderMembers,
  ownValue,
} from './lock.ts';

/** Kinds of differences between the lock and a server's current tools. */
export type DriftKind = 'server-added' | 'server-removed' | 'tool-added' | 'tool-removed' | 'tool-changed';

/**
 * A hint whose value, as reported by the server, has changed; `before` or `after` is undefined if the hint is absent on
 * that side.
 */
export interface HintFlip {
  readonly hint: keyof InventoryToolHints;
  readonly before: boolean | undefined;
  readonly after: boolean | undefined;
}

/** One difference from the lock. */
export interface LockDrift {
  readonly kind: DriftKind;
  /**
   * `error` if a changed hint makes the tool look safer, if a tool proves to be able to write, or if a different
   * definition has appeared under its name; otherwise `warning`.
   */
  readonly severity: 'error' | 'warning';
  readonly server: string;
  readonly tool?: string;
  /** Changed members in a tool's definition; empty if the difference is of another kind. */
  readonly parts: readonly string[];
  readonly flips: readonly HintFlip[];
  readonly message: string;
}

/** The result of comparing a lock with the current offerings of servers. */
export interface LockVerification {
  /** Differences, sorted by server and tool. */
  readonly drift: readonly LockDrift[];
  /**
   * Servers, from the lock or passed to the comparison, that cannot be checked because their tools are currently
   * unknown.
   */
  readonly unchecked: readonly string[];
  /**
   * Servers whose lock entry is in the older form, which does not detect changes to some members or a second tool with
   * the same name.
   */
  readonly weaker: readonly string[];
}

/**
 * Compares the tools that servers currently offer with the lock. A server that is not passed is treated as removed; a
 * server without `tools` was not queried.
 */
export function verifyLock(lock: Lock, servers: readonly LockableServer[]): LockVerification {
  const names = [...new Set([...Object.keys(lock.servers), ...servers.map(({ name }) => name)])].sort(compareNames);
  const drift: LockDrift[] = [];
  const unchecked: string[] = [];
  for (const name of names) {
    const before = ownValue(lock.servers, name);
    const now = servers.find((server) => server.name === name);
    if (now !== undefined && now.tools === undefined) unchecked.push(name);
    else drift.push(...compareServer(name, before, now));
  }
  const weaker = names.filter((name) => Object.hasOwn(lock.servers, name) && lock.servers[name]?.members !== 'all');
  return { drift, unchecked, weaker };
}

function compareServer(
  server: string,
  before: LockedServer | undefined,
  now: LockableServer | undefined,
): readonly LockDrift[] {
  if (before === undefined) {
    const count = now?.tools?.length ?? 0;
    return [
      found('server-added', server, `The lock does not contain server '${server}', which offers ${count} tools.`),
    ];
  }
  if (now === undefined)
    return [found('server-removed', server, `Server '${server}' is in the lock but is no longer configured.`)];
  const tools = lockTools(now.tools ?? []);
  const names = [...new Set([...Object.keys(before.tools), ...Object.keys(tools)])].sort(compareNames);
  const isWhole = before.members === 'all';
  return names.flatMap((name) =>
    compareTool({ server, name, isWhole }, ownValue(before.tools, name), ownValue(tools, name)),
  );
}

interface ComparedTool {
  readonly server: string;
  readonly name: string;
  /** True if the lock has every member of every definition. */
  readonly isWhole: boolean;
}

function compareTool(
  { server, name, isWhole }: ComparedTool,
  before: LockedTool | undefined,
  after: LockedTool | undefined,
): readonly LockDrift[] {
  const full = `${server}/${name}`;
  if (after === undefined)
    return before === undefined ? [] : [{ ...found('tool-removed', server, `Tool '${full}' is gone.`), tool: name }];
  if (before === undefined)
    return [{ ...found('tool-added', server, `Tool '${full}' is new${writingWords(after)}.`), tool: name }];
  const [first, second] = isWhole ? [before, after].map(listDefinitions) : [[before], [after]];
  if (first?.length !== second?.length) {
    const message = `Tool '${full}' changed: the server lists ${second?.length} tools with this name, but the lock contains ${first?.length}. Clients can offer any of these tools.`;
    return [{ ...found('tool-changed', server, message), tool: name, severity: 'error' }];
  }
  const pairs = (first ?? []).flatMap((one, index) => {
    const other = second?.[index];
    return other === undefined ? [] : [{ before: one, after: other }];
  });
  const parts = [...new Set(pairs.flatMap((pair) => listChangedMembers(pair, isWhole)))];
  const flips = pairs.flatMap((pair) => findFlips(pair.before, pair.after));
  if (parts.length === 0 && flips.length === 0) return [];
  const shown = parts.map((part) => part.slice(0, 80));
  const message = `Tool '${full}' changed: ${[...shown, ...flips.map(describeFlip)].join(', ')}.`;
  const severity = flips.some(isGrave) ? 'error' : 'warning';
  return [{ ...found('tool-changed', server, message), tool: name, severity, parts, flips }];
}

function listDefinitions(tool: LockedTool): readonly LockedDefinition[] {
  return [tool, ...(tool.again ?? [])];
}

interface DefinitionPair {
  readonly before: LockedDefinition;
  readonly after: LockedDefinition;
}

function listChangedMembers({ before, after }: DefinitionPair, isWhole: boolean): readonly string[] {
  const further = isWhole ? [...Object.keys(before.hashes), ...Object.keys(after.hashes)] : [];
  const members = [...new Set([...olderMembers, ...further])];
  return members.filter((member) => ownValue(before.hashes, member) !== ownValue(after.hashes, member));
}

function found(kind: DriftKind, server: string, message: string): LockDrift {
  return { kind, severity: 'warning', server, parts: [], flips: [], message };
}

function findFlips(before: LockedDefinition, after: LockedDefinition): readonly HintFlip[] {
  return hintNames
    .map((hint) => ({ hint, before: before.hints[hint], after: after.hints[hint] }))
    .filter((flip) => flip.before !== flip.after);
}

/**
 * True for a grave change. A tool that no longer claims to be destructive gets more trust than its review justified; a
 * tool that turns out to have always been able to write was trusted too much.
 */
function isGrave({ hint, before, after }: HintFlip): boolean {
  if (hint === 'destructive') return before === true || after === true;
  return hint === 'readOnly' && (before === true || after === true);
}

function describeFlip({ hint, before, after }: HintFlip): string {
  return `${hint}Hint ${before ?? 'not given'} -> ${after ?? 'not given'}`;
}

function writingWords({ hints }: LockedTool): string {
  if (hints.destructive === true) return ', and its hints mark it as destructive';
  return hints.readOnly === true ? ', and its hints mark it as read-only' : '';
}
