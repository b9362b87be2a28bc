import { ModeEditor } from '@modegate/restrictions-editor';
import {
  compileDraft,
  type EditorProject,
  type ModeDraft,
  openProject,
  readDraft,
} from '@modegate/restrictions-editor/model';
import { Button, Failure, ModeSelect, Placeholder, useAnswer } from '@modegate/restrictions-editor/views';
import { type ReactElement, useMemo } from 'react';
import { maxFileCharacters, type VersionFiles } from '../state/playground-state.ts';
import type { PageState } from './page-state.ts';
import { typingMs } from './playground-answers.ts';
import { tooLong } from './read-files.ts';
import { knownMode, type TabProps } from './tabs.tsx';

/** A draft that has not been written yet; valid as long as the files on which it is based are unchanged. */
export interface SavedDraft {
  readonly files: VersionFiles;
  readonly draft: ModeDraft;
}

interface EditTabProps extends TabProps {
  /** The draft from the last time the tab was open. */
  readonly saved: SavedDraft | undefined;
  readonly onSave: (draft: SavedDraft | undefined) => void;
}

/** The editor for one of the modes in the files on the left. */
export function EditTab({ answers, overview, page, saved, onSave }: EditTabProps): ReactElement {
  const { files, question } = page.state;
  const mode = knownMode(overview, question.mode);
  const { answer, failure, isBusy } = useAnswer(answers.edit, { mode }, { delayMs: typingMs });
  return (
    <>
      <ModeSelect modes={overview.modes} value={mode} onChange={(slug) => page.editQuestion({ mode: slug })} />
      {failure !== undefined && <Failure text={failure} />}
      {answer === undefined || isBusy ? (
        <Placeholder text="Opening the editor…" failure={undefined} />
      ) : (
        <Editor
          key={mode}
          project={answer}
          mode={mode}
          page={page}
          draft={saved?.files === files && saved.draft.slug === mode ? saved.draft : undefined}
          onDraft={(draft) => onSave(draft && { files, draft })}
        />
      )}
    </>
  );
}

interface EditorProps {
  readonly project: EditorProject;
  readonly mode: string;
  readonly page: PageState;
  /** The draft; undefined if nothing has been changed yet. */
  readonly draft: ModeDraft | undefined;
  readonly onDraft: (draft: ModeDraft | undefined) => void;
}

function Editor({ project, mode, page, draft, onDraft }: EditorProps): ReactElement {
  const opened = useMemo(() => openProject(project), [project]);
  const first = useMemo(() => readDraft(opened, mode), [opened, mode]);
  const value = draft ?? first;
  const { text, changed, failure } = useMemo(() => compileDraft(opened, value), [opened, value]);
  const write = () => {
    if (text.length > maxFileCharacters) page.notify(tooLong('The edited file'));
    else page.replace((now) => ({ ...now, files: { ...now.files, modes: text } }), 'Written into .roomodes.');
  };
  return (
    <>
      <div className="mge-bulk pg-edit-bar">
        <Button isPrimary disabled={!changed} onClick={write}>
          Write into .roomodes
        </Button>
        <Button disabled={draft === undefined} onClick={() => onDraft(undefined)}>
          Discard
        </Button>
        <span className="mge-muted">
          The text on the left changes only when you select “Write into .roomodes”. The “File” tab shows the difference.
        </span>
      </div>
      {failure !== undefined && <Failure text={failure} />}
      <ModeEditor project={project} value={value} onChange={onDraft} />
    </>
  );
}
