import type { UndoView } from '../wire.ts';

/** One file before and after a save; undefined is a file that is not there. */
export interface SavedFile {
  /** What people call it. */
  readonly file: string;
  readonly layer: 'project' | 'global';
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** One save with its files. */
export interface SavedStep extends UndoView {
  readonly saved: readonly SavedFile[];
}

/** The last saves, so that they can be taken back; the oldest are forgotten. */
export interface SaveHistory {
  readonly add: (what: string, saved: readonly SavedFile[]) => void;
  /** The last one first. */
  readonly list: () => readonly SavedStep[];
  /** Forgets a step, because it was taken back. */
  readonly remove: (id: number) => void;
}

const maxSteps = 50;
const maxCharacters = 16 * 1024 * 1024;

/** Keeps at most 50 saves and 16 million characters of text. */
export function createSaveHistory(now: () => number): SaveHistory {
  let steps: readonly SavedStep[] = [];
  let count = 0;
  return {
    add(what, saved) {
      count += 1;
      const step = { id: count, what, files: saved.map(({ file }) => file), atMs: now(), saved };
      steps = withinBounds([step, ...steps]);
    },
    list: () => steps,
    remove: (id) => {
      steps = steps.filter((step) => step.id !== id);
    },
  };
}

function withinBounds(steps: readonly SavedStep[]): readonly SavedStep[] {
  let characters = 0;
  return steps.slice(0, maxSteps).filter(({ saved }, index) => {
    for (const { before = '', after = '' } of saved) characters += before.length + after.length;
    return index === 0 || characters <= maxCharacters;
  });
}
