import type { KnownToolHints } from '../matrix/known-server.ts';
import { compareNames } from '../matrix/names.ts';
import {
  hintNames,
  type Lock,
  type LockableServer,
  type LockedPart,
  type LockedServer,
  type LockedTool,
  lockedParts,
  lockTool,
} from './lock.ts';

/** How what a server offers differs from the lock. */
export type DriftKind = 'server-added' | 'server-removed' | 'tool-added' | 'tool-removed' | 'tool-changed';

/** A hint that a server gives differently now; undefined where it gives none. */
export interface HintFlip {
  readonly hint: keyof KnownToolHints;
  readonly before: boolean | undefined;
  readonly after: boolean | undefined;
}

/** One difference. */
export interface LockDrift {
  readonly kind: DriftKind;
  /** `error` where a hint flipped so that the tool looks safer, or a tool turned out to write; else `warning`. */
  readonly severity: 'error' | 'warning';
  readonly server: string;
  readonly tool?: string;
  /** What changed of a tool; otherwise empty. */
  readonly parts: readonly LockedPart[];
  readonly flips: readonly HintFlip[];
  readonly message: string;
}

/** The result of comparing a lock with what servers offer. */
export interface LockVerification {
  /** By server and tool. */
  readonly drift: readonly LockDrift[];
  /** Servers of the lock, or given now, whose tools are not known now, so that nothing can be said of them. */
  readonly unchecked: readonly string[];
}

/** Compares what servers offer now with what was locked. A server that is not given at all was removed; one without `tools` was not asked. */
export function verifyLock(lock: Lock, servers: readonly LockableServer[]): LockVerification {
  const names = [...new Set([...Object.keys(lock.servers), ...servers.map(({ name }) => name)])].sort(compareNames);
  const drift: LockDrift[] = [];
  const unchecked: string[] = [];
  for (const name of names) {
    const before = Object.hasOwn(lock.servers, name) ? lock.servers[name] : undefined;
    const now = servers.find((server) => server.name === name);
    if (now !== undefined && now.tools === undefined) unchecked.push(name);
    else drift.push(...compareServer(name, before, now));
  }
  return { drift, unchecked };
}

function compareServer(
  server: string,
  before: LockedServer | undefined,
  now: LockableServer | undefined,
): readonly LockDrift[] {
  if (before === undefined) {
    const count = now?.tools?.length ?? 0;
    return [found('server-added', server, `Server '${server}' is not in the lock; it offers ${count} tools.`)];
  }
  if (now === undefined)
    return [found('server-removed', server, `Server '${server}' is in the lock but is not configured now.`)];
  const tools = now.tools ?? [];
  const names = [...new Set([...Object.keys(before.tools), ...tools.map(({ name }) => name)])].sort(compareNames);
  return names.flatMap((name) => {
    const locked = Object.hasOwn(before.tools, name) ? before.tools[name] : undefined;
    const tool = tools.find((offered) => offered.name === name);
    return compareTool({ server, name }, locked, tool && lockTool(tool));
  });
}

interface ToolName {
  readonly server: string;
  readonly name: string;
}

function compareTool(
  { server, name }: ToolName,
  before: LockedTool | undefined,
  after: LockedTool | undefined,
): readonly LockDrift[] {
  const full = `${server}/${name}`;
  if (after === undefined)
    return before === undefined ? [] : [{ ...found('tool-removed', server, `Tool '${full}' is gone.`), tool: name }];
  if (before === undefined)
    return [{ ...found('tool-added', server, `Tool '${full}' is new${writingWords(after)}.`), tool: name }];
  const parts = lockedParts.filter((part) => before.hashes[part] !== after.hashes[part]);
  const flips = findFlips(before, after);
  if (parts.length === 0 && flips.length === 0) return [];
  const message = `Tool '${full}' changed: ${[...parts, ...flips.map(describeFlip)].join(', ')}.`;
  const severity = flips.some(isGrave) ? 'error' : 'warning';
  return [{ ...found('tool-changed', server, message), tool: name, severity, parts, flips }];
}

function found(kind: DriftKind, server: string, message: string): LockDrift {
  return { kind, severity: 'warning', server, parts: [], flips: [], message };
}

function findFlips(before: LockedTool, after: LockedTool): readonly HintFlip[] {
  return hintNames
    .map((hint) => ({ hint, before: before.hints[hint], after: after.hints[hint] }))
    .filter((flip) => flip.before !== flip.after);
}

/** A tool that says it destroys no more is trusted more than it was looked at for; one that wrote all along was trusted too much. */
function isGrave({ hint, before, after }: HintFlip): boolean {
  if (hint === 'destructive') return before === true || after === true;
  return hint === 'readOnly' && (before === true || after === true);
}

function describeFlip({ hint, before, after }: HintFlip): string {
  return `${hint}Hint ${before ?? 'not given'} -> ${after ?? 'not given'}`;
}

function writingWords({ hints }: LockedTool): string {
  if (hints.destructive === true) return ', and says that it is destructive';
  return hints.readOnly === true ? ', and says that it only reads' : '';
}
