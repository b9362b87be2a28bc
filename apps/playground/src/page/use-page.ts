import { useCallback, useMemo, useState } from 'react';
import type { PlaygroundState, VersionFiles, WhyQuestion } from '../state/playground-state.ts';

/** What is on the page, and what can be done with it. */
export interface Page {
  readonly state: PlaygroundState;
  /** What happened last, in a sentence. */
  readonly notice: string;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Typing: it cannot be undone here, because the field can do that. */
  readonly editFiles: (part: Partial<VersionFiles>) => void;
  readonly editBefore: (part: Partial<VersionFiles>) => void;
  readonly editQuestion: (part: Partial<WhyQuestion>) => void;
  /** Anything that replaces text that a person may want back. */
  readonly replace: (change: (state: PlaygroundState) => PlaygroundState, notice: string) => void;
  readonly say: (notice: string) => void;
  readonly undo: () => void;
  /** Restores what `undo` reverted, until something else changes. */
  readonly redo: () => void;
}

interface Kept {
  readonly state: PlaygroundState;
  readonly past: readonly PlaygroundState[];
  readonly undone: readonly PlaygroundState[];
  readonly notice: string;
}

const maxPast = 20;

/** The state of the page with what it was before each replacement. */
export function usePage(first: PlaygroundState, notice: string): Page {
  const [{ state, past, undone, notice: said }, setKept] = useState<Kept>({
    state: first,
    past: [],
    undone: [],
    notice,
  });
  const edit = useCallback(
    (change: (state: PlaygroundState) => PlaygroundState) =>
      setKept((kept) => ({ ...kept, state: change(kept.state), undone: [], notice: '' })),
    [],
  );
  const acts = useMemo(
    () => ({
      editFiles: (part: Partial<VersionFiles>) => edit((now) => ({ ...now, files: { ...now.files, ...part } })),
      editBefore: (part: Partial<VersionFiles>) =>
        edit((now) => ({ ...now, before: { ...(now.before ?? now.files), ...part } })),
      editQuestion: (part: Partial<WhyQuestion>) => edit((now) => ({ ...now, question: { ...now.question, ...part } })),
      replace: (change: (state: PlaygroundState) => PlaygroundState, sentence: string) =>
        setKept(({ state: now, past: before }) => ({
          state: change(now),
          past: [...before, now].slice(-maxPast),
          undone: [],
          notice: sentence,
        })),
      say: (sentence: string) => setKept((kept) => ({ ...kept, notice: sentence })),
      undo: () => setKept(stepBack),
      redo: () => setKept(stepForth),
    }),
    [edit],
  );
  return { ...acts, state, notice: said, canUndo: past.length > 0, canRedo: undone.length > 0 };
}

function stepBack(kept: Kept): Kept {
  const { state, past, undone } = kept;
  const last = past.at(-1);
  if (last === undefined) return kept;
  return { state: last, past: past.slice(0, -1), undone: [...undone, state], notice: 'Undone.' };
}

function stepForth(kept: Kept): Kept {
  const { state, past, undone } = kept;
  const next = undone.at(-1);
  if (next === undefined) return kept;
  return { state: next, past: [...past, state], undone: undone.slice(0, -1), notice: 'Redone.' };
}
