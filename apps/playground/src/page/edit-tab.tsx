import { ModeEditor } from '@modegate/restrictions-editor';
import {
  compileDraft,
  type EditorProject,
  type ModeDraft,
  openProject,
  readDraft,
} from '@modegate/restrictions-editor/model';
import { type ReactElement, useMemo } from 'react';
import type { Report } from '../answers/questions.ts';
import { maxFileCharacters, type VersionFiles } from '../state/playground-state.ts';
import type { Ask } from '../worker/ask-worker.ts';
import { tooLong } from './dropped-files.ts';
import { Failure } from './failure.tsx';
import { ModeSelect } from './mode-select.tsx';
import { useAnswer } from './use-answer.ts';

/** A draft, for as long as the text that it was begun on is the same. */
export interface KeptDraft {
  readonly files: VersionFiles;
  readonly draft: ModeDraft;
}

interface EditTabProps {
  readonly ask: Ask;
  readonly files: VersionFiles;
  readonly mode: string;
  readonly report: Report;
  /** What was drafted when the tab was last open. */
  readonly kept: KeptDraft | undefined;
  readonly onKeep: (kept: KeptDraft | undefined) => void;
  readonly onMode: (mode: string) => void;
  readonly onWrite: (modes: string) => void;
  readonly onProblem: (sentence: string) => void;
}

/** The editor of one mode, over the files on the left. */
export function EditTab({ ask, files, mode, report, kept, onKeep, onMode, ...acts }: EditTabProps): ReactElement {
  const slugs = report.modes.map(({ slug }) => slug);
  const slug = slugs.includes(mode) ? mode : (slugs[0] ?? '');
  const asked = useMemo(() => ({ kind: 'edit', files, mode: slug }) as const, [files, slug]);
  const { answer, failure, isBusy } = useAnswer(ask, asked);
  return (
    <>
      <ModeSelect modes={report.modes} value={slug} onChange={onMode} />
      {failure !== undefined && <Failure text={failure} />}
      {answer === undefined || isBusy ? (
        <p className="mge-empty" role="status">
          Opening the editor…
        </p>
      ) : (
        <Editor
          key={slug}
          project={answer}
          mode={slug}
          draft={kept?.files === files && kept.draft.slug === slug ? kept.draft : undefined}
          onDraft={(draft) => onKeep(draft && { files, draft })}
          {...acts}
        />
      )}
    </>
  );
}

interface EditorProps extends Pick<EditTabProps, 'onWrite' | 'onProblem'> {
  readonly project: EditorProject;
  readonly mode: string;
  /** Undefined: nothing was changed yet. */
  readonly draft: ModeDraft | undefined;
  readonly onDraft: (draft: ModeDraft | undefined) => void;
}

function Editor({ project, mode, draft, onDraft, onWrite, onProblem }: EditorProps): ReactElement {
  const opened = useMemo(() => openProject(project), [project]);
  const first = useMemo(() => readDraft(opened, mode), [opened, mode]);
  const value = draft ?? first;
  const { text, changed, failure } = useMemo(() => compileDraft(opened, value), [opened, value]);
  const write = () => (text.length > maxFileCharacters ? onProblem(tooLong('The edited file')) : onWrite(text));
  return (
    <>
      <div className="mge-bulk pg-edit-bar">
        <button type="button" className="mge-button" data-kind="primary" disabled={!changed} onClick={write}>
          Write into .roomodes
        </button>
        <button type="button" className="mge-button" disabled={draft === undefined} onClick={() => onDraft(undefined)}>
          Discard
        </button>
        <span className="mge-muted">Nothing is written until you say so. The tab “File” has the difference.</span>
      </div>
      {failure !== undefined && <Failure text={failure} />}
      <ModeEditor project={project} value={value} onChange={onDraft} />
    </>
  );
}
