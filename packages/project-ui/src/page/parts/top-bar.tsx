import { Button, errorMessage, useStrings } from '@modegate/restrictions-editor/views';
import { type ReactElement, useState } from 'react';
import type { ProjectOverview } from '../../wire.ts';
import type { Api } from '../api.ts';

/** State of the connection. */
export type PageConnection = 'connected' | 'lost' | 'locked';

/** Props of {@link TopBar}. */
export interface TopBarProps {
  readonly api: Api;
  readonly overview: ProjectOverview;
  readonly connection: PageConnection;
  /** Forgets the token; absent if the user did not enter one. */
  readonly onLeave: (() => void) | undefined;
}

/** The project's name, and a button to undo the last save. */
export function TopBar({ api, overview, connection, onLeave }: TopBarProps): ReactElement {
  const strings = useStrings();
  const [status, setStatus] = useState<{ readonly text: string; readonly isBad: boolean }>();
  const [last] = overview.undo;
  const undo = () => {
    if (last === undefined) return;
    api.undo({ id: last.id }).then(
      () => setStatus({ text: strings.undone(last.what), isBad: false }),
      (error: unknown) => setStatus({ text: errorMessage(error), isBad: true }),
    );
  };
  return (
    <header className="ui-top">
      <h1 className="ui-brand">{strings.product}</h1>
      <p className="ui-root" title={overview.root}>
        <bdi>{overview.root}</bdi>
      </p>
      <p className="ui-status" role="status" data-bad={status?.isBad === true ? '' : undefined}>
        {status?.text}
      </p>
      {overview.mayEdit ? (
        <Button disabled={last === undefined} onClick={undo}>
          {last === undefined ? strings.undoSave : strings.undoOf(last.what)}
        </Button>
      ) : (
        <p className="mge-muted">{strings.mayOnlyLook}</p>
      )}
      {onLeave !== undefined && <Button onClick={onLeave}>{strings.forgetToken}</Button>}
      {connection !== 'connected' && (
        <p className="mge-notice ui-lost" data-kind="error" role="alert">
          {connection === 'lost' ? strings.lost[onLeave === undefined ? 'address' : 'token'] : strings.startedAgain}
        </p>
      )}
    </header>
  );
}
