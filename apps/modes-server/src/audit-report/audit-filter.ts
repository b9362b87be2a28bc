import type { AuditRecord } from './audit-record.ts';
import { readTimeFlag } from './read-time.ts';

/** Flags that select lines of an audit log. */
export interface AuditFilterFlags {
  readonly mode?: string;
  readonly server?: string;
  readonly tool?: string;
  readonly session?: string;
  readonly denied?: boolean;
  readonly since?: string;
  readonly until?: string;
}

/** True for a line that the flags select. */
export type AuditFilter = (record: AuditRecord) => boolean;

/**
 * Compiles the flags. A name must match completely; `*` in a flag matches any characters.
 *
 * @throws {AppError} exit code 2 for an invalid time.
 */
export function compileAuditFilter(flags: AuditFilterFlags, nowMs: number): AuditFilter {
  const [mode, server, tool, session] = [flags.mode, flags.server, flags.tool, flags.session].map(compileName);
  const sinceMs = flags.since === undefined ? Number.NEGATIVE_INFINITY : readTimeFlag('--since', flags.since, nowMs);
  const untilMs = flags.until === undefined ? Number.POSITIVE_INFINITY : readTimeFlag('--until', flags.until, nowMs);
  return (record) => {
    if (record.atMs < sinceMs || record.atMs > untilMs) return false;
    // A missing value could have been any value.
    if (record.event === 'gap') return true;
    if (flags.denied === true && (record.event !== 'decision' || record.allowed)) return false;
    if (mode?.(record.mode) === false || server?.(record.server) === false) return false;
    return session?.(record.session) !== false && (tool === undefined || tool(record.tool) || tool(record.judged));
  };
}

function compileName(pattern: string | undefined): ((name: string | undefined) => boolean) | undefined {
  if (pattern === undefined) return undefined;
  const parts = pattern.split('*');
  return (name) => name !== undefined && matchesParts(parts, name);
}

/**
 * Matches the parts in order, with the first at the beginning of the name and the last at the end. Takes time linear in
 * the length of the name.
 */
function matchesParts(parts: readonly string[], name: string): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let position = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, position);
    if (found === -1) return false;
    position = found + part.length;
  }
  return name.length - last.length >= position && name.endsWith(last);
}
