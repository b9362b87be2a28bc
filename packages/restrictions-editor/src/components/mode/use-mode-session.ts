import { useCallback, useEffect, useRef, useState } from 'react';
import type { EditorClient } from '../../messages/editor-client.ts';
import { type ModeRestrictionsConflict, type ModeRestrictionsUpdated, partsOf } from '../../messages/messages.ts';
import { type EditorProject, type ModeDraft, mergeDrafts, openProject, readDraft } from '../../model/index.ts';
import { equalDrafts } from '../../model/mode-draft.ts';
import { errorMessage } from '../../views/use-answer.ts';

/** A mode edited over a connection. */
export interface ModeSession {
  readonly status: 'loading' | 'failed' | 'ready' | 'saving';
  /** The error that occurred during loading or during the last save. */
  readonly failure: string | undefined;
  readonly project: EditorProject | undefined;
  readonly draft: ModeDraft | undefined;
  readonly isChanged: boolean;
  readonly canUndo: boolean;
  /** The last event. */
  readonly notice: 'saved' | 'merged' | 'changed-elsewhere' | undefined;
  /** Keys changed both here and, in a different way, by others. */
  readonly conflict: { readonly fields: readonly string[] } | undefined;
  readonly edit: (draft: ModeDraft) => void;
  readonly undo: () => void;
  readonly save: () => void;
  /** Resolves a conflict in favour of either this draft or the version saved by others. */
  readonly resolve: (choice: 'mine' | 'theirs') => void;
  readonly reload: () => void;
}

interface State
  extends Pick<ModeSession, 'status'>,
    Partial<Pick<ModeSession, 'failure' | 'project' | 'draft' | 'notice' | 'conflict'>> {
  /** The content of the file when the draft was started. */
  readonly base?: ModeDraft | undefined;
  readonly past: readonly ModeDraft[];
}

const maxPast = 100;

/** Loads a mode, manages its draft, follows changes made elsewhere, and saves the mode. */
export function useModeSession(client: EditorClient, mode: string): ModeSession {
  const [state, setState] = useState<State>({ status: 'loading', past: [] });
  const latest = useRef(state);
  const update = useCallback((change: (state: State) => State) => {
    latest.current = change(latest.current);
    setState(latest.current);
  }, []);
  const load = useLoad(client, mode, update);
  const save = () => {
    const { base, draft, status } = latest.current;
    if (base === undefined || draft === undefined || status === 'saving') return;
    update((before) => ({ ...before, status: 'saving', failure: undefined, notice: undefined }));
    // Another mode may have been opened in the meantime, in which case this response is ignored.
    const settled = (change: (state: State) => State) => {
      if (latest.current.draft?.slug === draft.slug) update(change);
    };
    client.updateModeRestrictions(requestOf(base, draft)).then(
      (answer) => settled((before) => applyAnswer(before, answer, draft)),
      (error: unknown) => {
        settled((before) => ({ ...before, status: 'ready', failure: errorMessage(error) }));
        // Changes made elsewhere during the save have not been loaded yet.
        if (latest.current.draft?.slug === draft.slug) void load();
      },
    );
  };
  const { status, failure, project, base, draft, past, notice, conflict } = state;
  return {
    status,
    failure,
    project,
    draft,
    notice,
    conflict,
    isChanged: !equalDrafts(base, draft),
    canUndo: past.length > 0,
    edit: (next) => update((before) => pushDraft(before, next)),
    undo: () => update(popDraft),
    save,
    resolve: (choice) => update((before) => resolveConflict(before, choice, mode)),
    reload: () => void load(),
  };
}

type Update = (change: (state: State) => State) => void;

/** Loads the mode, initially and after each change to its files. */
function useLoad(client: EditorClient, mode: string, update: Update): () => Promise<void> {
  const asked = useRef(0);
  const load = useCallback(async () => {
    asked.current += 1;
    const turn = asked.current;
    try {
      const { project } = await client.getMcpServersForMode(mode);
      // A response may be out of date if a later request has already been answered.
      if (turn === asked.current) update((before) => receive(before, project, mode));
    } catch (error) {
      if (turn !== asked.current) return;
      update((before) => ({
        ...before,
        status: before.project === undefined ? 'failed' : 'ready',
        failure: errorMessage(error),
      }));
    }
  }, [client, mode, update]);
  useEffect(() => {
    update(() => ({ status: 'loading', past: [] }));
    void load();
    return client.onChange(() => void load());
  }, [client, load, update]);
  return load;
}

function applyAnswer(
  before: State,
  answer: ModeRestrictionsUpdated | ModeRestrictionsConflict,
  sent: ModeDraft,
): State {
  if (answer.type === 'modeRestrictionsUpdated') return settle(before, answer, sent);
  return { ...before, status: 'ready', project: answer.project, conflict: { fields: answer.fields } };
}

function popDraft(before: State): State {
  const { draft, past } = before;
  return { ...before, draft: past.at(-1) ?? draft, past: past.slice(0, -1), notice: undefined };
}

/**
 * Receives the current file: shows it if nothing is being edited, and merges it with the draft if both have changed.
 */
function receive(before: State, project: EditorProject, mode: string): State {
  const opened = openProject(project);
  const theirs = readDraft(opened, mode);
  const { base, draft } = before;
  const known: State = {
    ...before,
    status: before.status === 'saving' ? 'saving' : 'ready',
    failure: before.project === undefined ? undefined : before.failure,
    project,
    conflict: undefined,
  };
  if (base === undefined || draft === undefined) return { ...known, base: theirs, draft: theirs };
  if (equalDrafts(base, theirs)) return known;
  // The response to the pending save will report the result.
  if (before.status === 'saving') return before;
  if (equalDrafts(base, draft)) return { ...known, base: theirs, draft: theirs, past: [], notice: 'changed-elsewhere' };
  const merged = mergeDrafts(opened, { base, mine: draft, theirs });
  if (merged.outcome === 'conflict') return { ...known, conflict: { fields: merged.fields } };
  return { ...known, base: theirs, draft: merged.draft, past: [], notice: 'merged' };
}

/** Updates the state after a save; anything typed during the save is preserved. */
function settle(before: State, { project, outcome }: ModeRestrictionsUpdated, sent: ModeDraft): State {
  const isMerged = outcome === 'merged';
  const opened = openProject(project);
  const base = readDraft(opened, sent.slug);
  const current = before.draft ?? base;
  const saved: State = {
    ...before,
    status: 'ready',
    project,
    base,
    conflict: undefined,
    notice: isMerged ? 'merged' : 'saved',
  };
  if (equalDrafts(current, sent)) return { ...saved, draft: base, past: isMerged ? [] : before.past };
  const merged = mergeDrafts(opened, { base: sent, mine: current, theirs: base });
  return merged.outcome === 'merged'
    ? { ...saved, draft: merged.draft }
    : { ...saved, draft: current, conflict: { fields: merged.fields } };
}

function resolveConflict(before: State, choice: 'mine' | 'theirs', mode: string): State {
  if (before.project === undefined) return before;
  const theirs = readDraft(openProject(before.project), mode);
  const resolved: State = { ...before, base: theirs, conflict: undefined };
  return choice === 'mine' ? resolved : { ...resolved, draft: theirs, past: [] };
}

function pushDraft(before: State, draft: ModeDraft): State {
  if (before.draft === undefined || equalDrafts(before.draft, draft)) return before;
  return {
    ...before,
    draft,
    past: [...before.past, before.draft].slice(-maxPast),
    notice: undefined,
    failure: undefined,
  };
}

function requestOf(base: ModeDraft, draft: ModeDraft) {
  return { modeSlug: draft.slug, ...partsOf(draft), base: partsOf(base) };
}
