import { createTextToolsetStore, type ToolsetStore } from '../../src/toolsets/toolset-store.ts';

/** Keeps toolsets in memory only. */
export function createMemoryToolsetStore(text?: string): ToolsetStore {
  let stored = text;
  return createTextToolsetStore({
    name: 'The list of toolsets',
    maxBytes: 4 * 1024 * 1024,
    read: async () => stored,
    update: async (change) => {
      stored = change(stored) ?? stored;
    },
  });
}
