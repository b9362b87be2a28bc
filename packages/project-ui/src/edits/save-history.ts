import type { UndoView } from '../wire.ts';

/** One file before and after it was saved; undefined means that the file does not exist. */
export interface SavedFile {
  /** Display name of the file. */
  readonly file: string;
  readonly layer: 'project' | 'global';
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** One save, with its files. */
export interface SavedStep extends UndoView {
  /** The viewer who saved; undefined for the person using this machine. */
  readonly viewer: string | undefined;
  /** Slug of the mode; undefined if the save does not concern a particular mode. */
  readonly mode: string | undefined;
  readonly saved: readonly SavedFile[];
}

/** The most recent saves, so that they can be undone; the oldest ones are discarded. */
export type SaveHistory = ReturnType<typeof createSaveHistory>;

const maxSteps = 50;
const maxCharacters = 16 * 1024 * 1024;

/** Creates a history that stores at most 50 saves and 16 million characters of text. */
export function createSaveHistory(now: () => number) {
  let steps: readonly SavedStep[] = [];
  let count = 0;
  return {
    add(step: Pick<SavedStep, 'what' | 'saved' | 'viewer' | 'mode'>) {
      count += 1;
      const files = step.saved.map(({ file }) => file);
      steps = withinBounds([{ ...step, id: count, files, atMs: now() }, ...steps]);
    },
    /** Lists a viewer's saves, the latest first. */
    list: (viewer: string | undefined) => steps.filter((step) => step.viewer === viewer),
    /** Discards a step after it has been undone. */
    remove: (id: number) => {
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
