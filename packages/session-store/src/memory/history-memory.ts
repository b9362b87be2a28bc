import { estimateBytes } from '@modegate/json';

/**
 * The entries of several lists in memory, in insertion order, so that the oldest entry in any list can be dropped
 * first.
 */
export interface HistoryMemory {
  /** Size of the entries, as computed by `estimateBytes`. */
  readonly bytes: number;
  /** Creates an empty list that starts as if `dropped` entries had already been dropped from it. Default 0. */
  readonly createEntryList: <T>(dropped?: number) => EntryList<T>;
  /** Drops the oldest entry across all lists; returns false if there are no entries. */
  readonly dropOldest: () => boolean;
}

/** A list of the latest entries. Appending takes amortised constant time; reads return a frozen array. */
export interface EntryList<T> {
  /** Adds frozen entries without copying them; drops all but the latest `keep` entries. */
  readonly append: (entries: readonly T[], keep: number) => void;
  readonly read: () => { readonly entries: readonly T[]; readonly dropped: number };
  /** Drops all entries without counting them, because the list is no longer needed. */
  readonly clear: () => void;
}

/** Creates an empty {@link HistoryMemory}. */
export function createHistoryMemory(): HistoryMemory {
  let bytes = 0;
  let count = 0;
  let order: HistoryEntry[] = [];
  let start = 0;

  const keep = (entry: HistoryEntry): void => {
    order.push(entry);
    bytes += entry.bytes;
    count += 1;
    // Dropped entries stay in the queue until they outnumber the others, so that dropping is cheap.
    if (order.length < 64 || order.length < 2 * count) return;
    order = order.slice(start).filter(({ isGone }) => !isGone);
    start = 0;
  };
  const release = (entry: HistoryEntry): void => {
    entry.isGone = true;
    bytes -= entry.bytes;
    count -= 1;
  };

  return {
    get bytes() {
      return bytes;
    },
    createEntryList: (dropped = 0) => createEntryList({ keepEntry: keep, release, droppedBefore: dropped }),
    dropOldest: () => {
      while (order[start]?.isGone === true) start += 1;
      const oldest = order[start];
      oldest?.dropFirst();
      return oldest !== undefined;
    },
  };
}

interface EntryListOptions {
  readonly keepEntry: (entry: HistoryEntry) => void;
  readonly release: (entry: HistoryEntry) => void;
  readonly droppedBefore: number;
}

interface HistoryEntry<T = unknown> {
  readonly value: T;
  readonly bytes: number;
  /** Drops the first entry in the list; called when this is the oldest entry across all lists. */
  readonly dropFirst: () => void;
  isGone: boolean;
}

function createEntryList<T>({ keepEntry, release, droppedBefore }: EntryListOptions): EntryList<T> {
  let entries: HistoryEntry<T>[] = [];
  let start = 0;
  let dropped = droppedBefore;
  let reading: readonly T[] | undefined;

  const dropFirst = (): void => {
    const first = entries[start];
    if (first === undefined) return;
    release(first);
    start += 1;
    dropped += 1;
    reading = undefined;
    // Dropped entries are removed in batches, so that most drops do not move any entries, yet few dropped entries stay
    // in memory.
    if (start > Math.max(8, (entries.length - start) >> 4)) {
      entries = entries.slice(start);
      start = 0;
    }
  };

  return {
    append: (added, keep) => {
      for (const value of added) {
        const kept: HistoryEntry<T> = { value, bytes: estimateBytes(value) + entryBytes, dropFirst, isGone: false };
        entries.push(kept);
        keepEntry(kept);
      }
      reading = undefined;
      while (entries.length - start > keep) dropFirst();
    },
    read: () => {
      reading ??= Object.freeze(entries.slice(start).map(({ value }) => value));
      return { entries: reading, dropped };
    },
    clear: () => {
      for (const entry of entries.slice(start)) release(entry);
      entries = [];
      start = 0;
      reading = undefined;
    },
  };
}

// Overhead of an entry: the record and the references to it in two lists.
const entryBytes = 64;
