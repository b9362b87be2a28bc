import { type ReactElement, useState } from 'react';
import type { ProjectOverview } from '../../wire.ts';
import type { Api } from '../api.ts';
import { messageOf } from '../use-asked.ts';

/** How the page is connected. */
export type Link = 'connected' | 'lost' | 'locked';

interface TopBarProps {
  readonly api: Api;
  readonly overview: ProjectOverview;
  readonly link: Link;
}

/** What the page is about, and the way back from the last save. */
export function TopBar({ api, overview, link }: TopBarProps): ReactElement {
  const [said, setSaid] = useState<{ readonly text: string; readonly isBad: boolean }>();
  const [last] = overview.undo;
  const undo = () => {
    if (last === undefined) return;
    api.ask('undo', { id: last.id }).then(
      () => setSaid({ text: `Taken back: ${last.what}.`, isBad: false }),
      (error: unknown) => setSaid({ text: messageOf(error), isBad: true }),
    );
  };
  return (
    <header className="ui-top">
      <h1 className="ui-brand">Modegate</h1>
      <p className="ui-root" title={overview.root}>
        <bdi>{overview.root}</bdi>
      </p>
      <p className="ui-said" role="status" data-bad={said?.isBad === true ? '' : undefined}>
        {said?.text}
      </p>
      <button type="button" className="mge-button" disabled={last === undefined} onClick={undo}>
        {last === undefined ? 'Undo save' : `Undo: ${last.what}`}
      </button>
      {link !== 'connected' && (
        <p className="mge-notice ui-lost" data-kind="error" role="alert">
          {link === 'lost'
            ? 'The program does not answer. Is modes-server ui still running? What you see may be out of date.'
            : 'The program was started again. Open the address that it shows now.'}
        </p>
      )}
    </header>
  );
}
