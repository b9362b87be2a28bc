import { plainName } from '@modegate/policy-check/permissions';
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useMemo } from 'react';
import type { EditorClient } from '../../messages/editor-client.ts';
import { openProject } from '../../model/index.ts';
import { Button } from '../../views/button.tsx';
import { ShownName, showName } from '../../views/shown-text.tsx';
import type { EditorStrings } from '../../words/words.ts';
import { StringsContext, useStrings } from '../../words/words.ts';
import { ModeEditor } from './mode-editor.tsx';
import { type ModeSession, useModeSession } from './use-mode-session.ts';

/** Props of {@link ConnectedModeEditor}. */
export interface ConnectedModeEditorProps {
  /** Created by `connectByMessages` or `connectByHttp`; must remain the same object while the editor is shown. */
  readonly client: EditorClient;
  /** Slug of the mode. */
  readonly mode: string;
  readonly readOnly?: boolean | undefined;
  /** Default: English. */
  readonly strings?: EditorStrings | undefined;
  /** Called when the draft starts to differ from the file, and when it no longer differs. */
  readonly onChangedChange?: ((isChanged: boolean) => void) | undefined;
}

/**
 * The mode editor on top of a connection: loads and saves the mode, undoes changes, and shows changes made by others.
 */
export function ConnectedModeEditor({ strings, ...props }: ConnectedModeEditorProps): ReactElement {
  const inherited = useStrings();
  return (
    <StringsContext.Provider value={strings ?? inherited}>
      <Connected {...props} />
    </StringsContext.Provider>
  );
}

function Connected({
  client,
  mode,
  readOnly = false,
  onChangedChange,
}: Omit<ConnectedModeEditorProps, 'strings'>): ReactElement {
  const strings = useStrings();
  const session = useModeSession(client, mode);
  const { status, project, draft, isChanged } = session;
  useEffect(() => onChangedChange?.(isChanged), [isChanged, onChangedChange]);
  const edited = useMemo(
    () => project && openProject(project).policy.modes.find(({ config }) => config.slug === mode),
    [project, mode],
  );
  const name = plainName(edited?.config.name ?? mode);
  if (project === undefined || draft === undefined) return <Loading session={session} />;
  const isBuiltin = edited?.source === 'builtin';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    session.save();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the button inside.
    <div className="mge-surface mge-connected" onKeyDown={onKeyDown}>
      <div className="mge-actions">
        <h2 className="mge-title">
          <ShownName name={name} />
          <span className="mge-muted">{isBuiltin ? strings.sources.builtin : project.edited.file}</span>
        </h2>
        <p className="mge-status" role="status">
          {statusOf(session, strings)}
        </p>
        <Button disabled={!session.canUndo || readOnly} onClick={session.undo}>
          {strings.undo}
        </Button>
        <Button
          isPrimary
          disabled={!isChanged || status === 'saving' || session.conflict !== undefined || readOnly}
          onClick={session.save}
        >
          {status === 'saving' ? strings.saving : strings.save}
        </Button>
      </div>
      <Notices session={session} />
      {isBuiltin && <p className="mge-muted">{strings.copiedOnSave(showName(name), project.edited.file)}</p>}
      <ModeEditor project={project} value={draft} onChange={session.edit} readOnly={readOnly} />
    </div>
  );
}

function Loading({ session }: { readonly session: ModeSession }): ReactElement {
  const strings = useStrings();
  if (session.status !== 'failed')
    return (
      <p className="mge-surface mge-empty" role="status">
        {strings.loading}
      </p>
    );
  return (
    <div className="mge-surface mge-notice" data-kind="error" role="alert">
      <strong>{strings.loadFailed}</strong>
      <p>
        <bdi>{session.failure}</bdi>
      </p>
      <Button onClick={session.reload}>{strings.tryAgain}</Button>
    </div>
  );
}

function Notices({ session }: { readonly session: ModeSession }): ReactElement {
  const strings = useStrings();
  const { conflict, failure } = session;
  return (
    <>
      {conflict !== undefined && (
        <Alert>
          <p>{conflict.fields.length === 0 ? strings.conflictOfBoth : strings.conflict(conflict.fields.join(', '))}</p>
          <div className="mge-bulk">
            <Button onClick={() => session.resolve('mine')}>{strings.keepMine}</Button>
            <Button onClick={() => session.resolve('theirs')}>{strings.takeTheirs}</Button>
          </div>
        </Alert>
      )}
      {failure !== undefined && (
        <Alert>
          <bdi>{failure}</bdi>
        </Alert>
      )}
    </>
  );
}

function statusOf({ notice, isChanged }: ModeSession, strings: EditorStrings): string {
  if (notice === undefined) return isChanged ? strings.unsaved : '';
  return { saved: strings.saved, merged: strings.merged, 'changed-elsewhere': strings.changedElsewhere }[notice];
}

function Alert({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <div className="mge-notice" data-kind="error" role="alert">
      {children}
    </div>
  );
}
