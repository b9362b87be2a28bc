import type { HistoryAppend, Store } from '../store.ts';
import { createNotedLines, type NotedLinesOptions } from './noted-lines.ts';

/** A store that writes lines of audit trails behind the answers they belong to. */
export interface WriteBehindStore extends Store {
  readonly note: NonNullable<Store['note']>;
  /** Writes what waits; resolves when it is stored, or could not be. */
  readonly flush: () => Promise<void>;
  /** The same for the last time, what cannot be written is lost; from then on every line is written before its answer. The store itself stays open. */
  readonly close: () => Promise<void>;
}

/**
 * Lets `note` answer before a line is stored. Lines are written together after `delayMs`, and before this process reads the history of their session or
 * writes to it in any other way, so that a trail keeps its order. A process that is killed loses the lines that wait, and nothing else. While
 * the store cannot be written no line waits: each is written before its answer, or its call is rejected.
 */
export function createWriteBehind(store: Store, options: NotedLinesOptions): WriteBehindStore {
  const noted = createNotedLines((id, { access, ...append }) => store.touch(id, access, append), options);
  const after = <T>(id: string, operation: () => Promise<T>): Promise<T> =>
    noted.has(id) ? noted.settle(id).then(operation) : operation();
  const append = (id: string, ...given: readonly [Parameters<Store['touch']>[1], HistoryAppend]) =>
    after(id, () => store.touch(id, ...given));
  return {
    insert: (head, entries, restored) => after(head.id, () => store.insert(head, entries, restored)),
    head: (id) => store.head(id),
    // What cannot be written can be read.
    get: async (id) => {
      if (noted.has(id)) await noted.settle(id).catch(() => undefined);
      return store.get(id);
    },
    // Uses may come in any order, lines may not.
    touch: (id, access, entries) => (entries === undefined ? store.touch(id, access) : append(id, access, entries)),
    note: (id, access, { keep, decisions }) => {
      const line = { keep, decisions };
      return noted.add(id, { access, ...line }) ? undefined : append(id, access, line).then(() => undefined);
    },
    replace: (next, expected, entries) => after(next.id, () => store.replace(next, expected, entries)),
    remove: (id, expected, tombstone) => after(id, () => store.remove(id, expected, tombstone)),
    tombstone: (id) => store.tombstone(id),
    forgetTombstones: (before, limit) => store.forgetTombstones(before, limit),
    claimSweep: (at, everyMs) => store.claimSweep(at, everyMs),
    list: (query) => store.list(query),
    count: () => store.count(),
    flush: noted.flush,
    close: noted.close,
  };
}
