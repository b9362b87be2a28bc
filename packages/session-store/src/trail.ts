/** A list that keeps its latest entries. Appending costs amortised constant time; a reading is a frozen array. */
export interface Trail<T> {
  readonly append: (entries: readonly T[], keep: number) => void;
  readonly read: () => { readonly entries: readonly T[]; readonly dropped: number };
}

/** An empty {@link Trail}. */
export function createTrail<T>(): Trail<T> {
  let entries: T[] = [];
  let start = 0;
  let dropped = 0;
  let reading: readonly T[] | undefined;

  return {
    append: (added, keep) => {
      for (const entry of added) entries.push(entry);
      const surplus = Math.max(0, entries.length - start - keep);
      start += surplus;
      dropped += surplus;
      reading = undefined;
      // Dropped entries leave in batches, so that most appends move nothing, yet few dropped entries stay in memory.
      if (start > Math.max(8, keep >> 4)) {
        entries = entries.slice(start);
        start = 0;
      }
    },
    read: () => {
      reading ??= Object.freeze(entries.slice(start));
      return { entries: reading, dropped };
    },
  };
}
