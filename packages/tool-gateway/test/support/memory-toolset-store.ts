import { createToolsetStore, type ToolsetStore } from '../../src/toolsets/toolset-store.ts';

/** Keeps toolsets in memory only. */
export function createMemoryToolsetStore(text?: string): ToolsetStore {
  let stored = text;
  return createToolsetStore({
    text: {
      name: 'The list of toolsets',
      read: async () => stored,
      update: async (change) => {
        const before = stored;
        stored = change(before) ?? before;
        return { changed: stored !== before, text: stored };
      },
    },
  });
}
