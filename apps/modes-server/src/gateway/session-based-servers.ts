import { isJsonObject } from '@modegate/json';
import { entryHash, type SessionBasedServers } from '@modegate/mcp-host/connections';
import type { StateText } from '@modegate/text-files';

/*
 * The file with the servers that are not asked how they speak:
 *   { "version": 1, "servers": { "<hash of the entry>": "<when that was found out, ISO 8601>" } }
 * It only spares time: what cannot be read or written is as if it were not there.
 */

/** Servers that were identified as session-based in earlier runs. */
export interface SessionBasedServerCache extends SessionBasedServers {
  /** Resolves when the stored servers have been read. Never rejects. */
  readonly loaded: Promise<void>;
  /** Resolves when pending writes have finished. Never rejects. */
  readonly idle: () => Promise<void>;
}

/** Storage, and a listener for failures. */
export interface SessionBasedServerCacheOptions {
  readonly text: StateText;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onProblem: (problem: string) => void;
}

/** After this time, a server is queried again, because it may have been updated. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;

/** Maximum number of stored servers; the oldest are dropped. */
const MAX_ENTRIES = 1_000;

/** Starts reading the stored servers. */
export function openSessionBasedServers({
  text,
  now,
  onProblem,
}: SessionBasedServerCacheOptions): SessionBasedServerCache {
  let known: ReadonlyMap<string, string> = new Map();
  let writing = Promise.resolve();
  const problem = (error: unknown): void => onProblem(error instanceof Error ? error.message : String(error));
  const loaded = text
    .read()
    .then((stored) => {
      known = readCache(stored, now());
    })
    .catch(problem);
  return {
    loaded,
    idle: () => writing,
    has: (entry) => known.has(entryHash(entry)),
    keep: (entry, isSessionBased) => {
      const hash = entryHash(entry);
      if (known.has(hash) === isSessionBased) return;
      const change = (servers: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
        const others = [...servers].filter(([key]) => key !== hash);
        return new Map(isSessionBased ? [...others, [hash, new Date(now()).toISOString()]] : others);
      };
      known = change(known);
      writing = writing
        .then(async () => void (await text.update((stored) => writeCache(change(readCache(stored, now()))))))
        .catch(problem);
    },
  };
}

function readCache(stored: string | undefined, now: number): ReadonlyMap<string, string> {
  const servers = serversOf(stored);
  return new Map(
    Object.entries(servers).flatMap(([hash, found]) => {
      const ageMs = now - Date.parse(String(found));
      return ageMs >= 0 && ageMs < MAX_AGE_MS ? [[hash, String(found)] as const] : [];
    }),
  );
}

function serversOf(stored: string | undefined): object {
  try {
    const file: unknown = JSON.parse(stored ?? '{}');
    return isJsonObject(file) && isJsonObject(file.servers) ? file.servers : {};
  } catch {
    return {};
  }
}

function writeCache(servers: ReadonlyMap<string, string>): string {
  const newest = [...servers].toSorted(([, one], [, other]) => (one < other ? 1 : -1)).slice(0, MAX_ENTRIES);
  return `${JSON.stringify({ version: 1, servers: Object.fromEntries(newest) }, undefined, 2)}\n`;
}
