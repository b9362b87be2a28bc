import { equalValues } from '@modegate/json';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ActResult } from '../model/apply-act.ts';
import {
  type Act,
  applyAct,
  compileDraft,
  type EditorProject,
  listRows,
  type McpRestrictionsValue,
  type ModeDraft,
  openProject,
  type RowSubject,
  readDraft,
  setClosed,
} from '../model/index.ts';
import { showName } from '../views/shown-text.tsx';
import { type EditorStrings, useStrings } from '../words/words.ts';

/** An editor's draft, and the actions available for it. */
export type RestrictionsDraft = ReturnType<typeof useRestrictions>;

/** Props of `McpRestrictionsEditor`. */
export interface McpRestrictionsEditorProps {
  readonly project: EditorProject;
  /** Slug of the edited mode. */
  readonly mode: string;
  /** The restrictions as edited; undefined if the mode has none. */
  readonly value: McpRestrictionsValue;
  readonly onChange: (value: McpRestrictionsValue) => void;
  /** The rest of the mode as edited elsewhere. Default: the rest as it is in the file. */
  readonly draft?: ModeDraft | undefined;
  readonly readOnly?: boolean | undefined;
  /** Default: the strings of the nearest enclosing editor, or English if there is none. */
  readonly strings?: EditorStrings | undefined;
}

/** Manages a draft of the restrictions for a project. */
export function useRestrictions({ project, mode, value, draft: rest, onChange }: McpRestrictionsEditorProps) {
  const strings = useStrings();
  const [last, setLast] = useState<{ readonly notice: string; readonly value: McpRestrictionsValue }>();
  const opened = useMemo(() => openProject(project), [project]);
  const draft = useMemo(
    () => ({ ...(rest ?? readDraft(opened, mode)), restrictions: value }),
    [opened, mode, rest, value],
  );
  const compiled = useMemo(() => compileDraft(opened, draft), [opened, draft]);
  const rows = useMemo(() => listRows(compiled), [compiled]);
  // Two actions before the next render must both take effect, so each starts from the result of the previous one.
  const latest = useRef<ModeDraft>(draft);
  useLayoutEffect(() => {
    latest.current = draft;
  }, [draft]);
  const change = (next: McpRestrictionsValue) => {
    latest.current = { ...latest.current, restrictions: next };
    onChange(next);
  };
  const act = (kind: Act, subjects: readonly RowSubject[]) => {
    const result = applyAct(opened, latest.current, { act: kind, subjects });
    change(result.restrictions);
    setLast({ notice: noticeOf(kind, result, strings), value: result.restrictions });
  };
  const close = (list: 'servers' | 'tools', closed: boolean) =>
    change(setClosed(opened, latest.current, { list, closed }));
  // The effect of the last action, until something else changes.
  const notice = last !== undefined && equalValues(last.value, value) ? last.notice : '';
  return { compiled, rows, notice, act, change, close };
}

function noticeOf(act: Act, { changed, refused }: ActResult, strings: EditorStrings): string {
  const done = strings.actDone(act, changed.length, refused.length);
  const [first] = refused;
  if (first === undefined) return done;
  const why = first.cause === 'name' ? strings.nameHasWildcard : (first.reason ?? '');
  return `${done} ${strings.cannotChange(showName(first.subject.tool ?? first.subject.server))}: ${why}`;
}
