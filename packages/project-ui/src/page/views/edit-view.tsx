import { ConnectedModeEditor } from '@modegate/restrictions-editor';
import { type ReactElement, useEffect, useMemo, useRef } from 'react';
import type { Api } from '../api.ts';

interface EditViewProps {
  readonly api: Api;
  readonly mode: string;
  readonly isShown: boolean;
  readonly onChangedChange: (isChanged: boolean) => void;
}

/** The editor for one mode; loaded the first time it is viewed. */
export function EditView({ api, mode, isShown, onChangedChange }: EditViewProps): ReactElement | null {
  const wasShown = useRef(false);
  wasShown.current ||= isShown;
  return wasShown.current ? <Editor key={mode} api={api} mode={mode} onChangedChange={onChangedChange} /> : null;
}

function Editor({ api, mode, onChangedChange }: Omit<EditViewProps, 'isShown'>): ReactElement {
  const client = useMemo(() => api.editor(mode), [api, mode]);
  // A newly selected mode starts without unsaved changes.
  useEffect(() => () => onChangedChange(false), [onChangedChange]);
  return <ConnectedModeEditor client={client} mode={mode} onChangedChange={onChangedChange} />;
}
