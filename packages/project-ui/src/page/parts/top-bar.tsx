import { type ReactElement, useState } from 'react';
import type { ProjectOverview } from '../../wire.ts';
import type { Api } from '../api.ts';
import { messageOf } from '../use-asked.ts';
import { useStrings } from './strings-context.ts';

/** How the page is connected. */
export type Link = 'connected' | 'lost' | 'locked';

interface TopBarProps {
  readonly api: Api;
  readonly overview: ProjectOverview;
  readonly link: Link;
  /** Forgets the token; absent where none was given. */
  readonly onLeave: (() => void) | undefined;
}

/** What the page is about, and the way back from the last save. */
export function TopBar({ api, overview, link, onLeave }: TopBarProps): ReactElement {
  const strings = useStrings();
  const [said, setSaid] = useState<{ readonly text: string; readonly isBad: boolean }>();
  const [last] = overview.undo;
  const undo = () => {
    if (last === undefined) return;
    api.ask('undo', { id: last.id }).then(
      () => setSaid({ text: strings.takenBack(last.what), isBad: false }),
      (error: unknown) => setSaid({ text: messageOf(error), isBad: true }),
    );
  };
  return (
    <header className="ui-top">
      <h1 className="ui-brand">{strings.product}</h1>
      <p className="ui-root" title={overview.root}>
        <bdi>{overview.root}</bdi>
      </p>
      <p className="ui-said" role="status" data-bad={said?.isBad === true ? '' : undefined}>
        {said?.text}
      </p>
      {overview.mayEdit ? (
        <button type="button" className="mge-button" disabled={last === undefined} onClick={undo}>
          {last === undefined ? strings.undoSave : strings.undo(last.what)}
        </button>
      ) : (
        <p className="mge-muted">{strings.mayOnlyLook}</p>
      )}
      {onLeave !== undefined && (
        <button type="button" className="mge-button" onClick={onLeave}>
          {strings.forgetToken}
        </button>
      )}
      {link !== 'connected' && (
        <p className="mge-notice ui-lost" data-kind="error" role="alert">
          {link === 'lost' ? strings.lost[onLeave === undefined ? 'address' : 'token'] : strings.startedAgain}
        </p>
      )}
    </header>
  );
}
