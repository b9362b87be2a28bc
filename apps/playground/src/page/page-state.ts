import { useCallback, useMemo, useState } from 'react';
import type { PlaygroundState, VersionFiles, WhyQuestion } from '../state/playground-state.ts';

/** The content of the page, and the actions that change it. */
export type PageState = ReturnType<typeof usePageState>;

interface History {
  readonly state: PlaygroundState;
  readonly past: readonly PlaygroundState[];
  readonly undone: readonly PlaygroundState[];
  readonly notice: string;
}

const maxPast = 20;

/** Provides the state of the page, with a history of replacements. */
export function usePageState(first: PlaygroundState, notice: string) {
  const [{ state, past, undone, notice: sentence }, setHistory] = useState<History>({
    state: first,
    past: [],
    undone: [],
    notice,
  });
  const edit = useCallback(
    (change: (state: PlaygroundState) => PlaygroundState) =>
      setHistory((before) => ({ ...before, state: change(before.state), undone: [], notice: '' })),
    [],
  );
  const acts = useMemo(
    () => ({
      /** Applies typed text; the text field itself can undo this. */
      editFiles: (part: Partial<VersionFiles>) => edit((now) => ({ ...now, files: { ...now.files, ...part } })),
      editBefore: (part: Partial<VersionFiles>) =>
        edit((now) => ({ ...now, before: { ...(now.before ?? now.files), ...part } })),
      editQuestion: (part: Partial<WhyQuestion>) => edit((now) => ({ ...now, question: { ...now.question, ...part } })),
      /** Replaces text that the user may want to restore. */
      replace: (change: (state: PlaygroundState) => PlaygroundState, sentence: string) =>
        setHistory(({ state: now, past: before }) => ({
          state: change(now),
          past: [...before, now].slice(-maxPast),
          undone: [],
          notice: sentence,
        })),
      notify: (sentence: string) => setHistory((before) => ({ ...before, notice: sentence })),
      undo: () => setHistory(step('past', 'undone', 'Undone.')),
      /** Restores what `undo` reverted, until something else changes. */
      redo: () => setHistory(step('undone', 'past', 'Redone.')),
    }),
    [edit],
  );
  return { ...acts, state, notice: sentence, canUndo: past.length > 0, canRedo: undone.length > 0 };
}

function step(from: 'past' | 'undone', to: 'past' | 'undone', notice: string) {
  return (before: History): History => {
    const state = before[from].at(-1);
    if (state === undefined) return before;
    return { ...before, state, [from]: before[from].slice(0, -1), [to]: [...before[to], before.state], notice };
  };
}
