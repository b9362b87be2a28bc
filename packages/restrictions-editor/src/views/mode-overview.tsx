import { plainName } from '@modegate/policy-check/permissions';
import type { ReactElement } from 'react';
import type { ServerSummary } from '../model/answers.ts';
import type { GroupView, ModePermissions, WayAround } from '../model/mode-view.ts';
import { useStrings, wordFor } from '../words/words.ts';
import { ServerTiles } from './server-tiles.tsx';
import { Prose, Sentence, ShownName } from './shown-text.tsx';
import { Legend } from './state-mark.tsx';
import { StateTile, ToolList, tileStates } from './state-tile.tsx';

interface ModeOverviewProps {
  readonly mode: ModePermissions;
  /** The configured servers and the information known about them. Default: none. */
  readonly servers?: readonly ServerSummary[] | undefined;
  /** Queries the servers for their tools; absent if that is not possible. */
  readonly onAskServers?: (() => Promise<unknown>) | undefined;
  readonly isAsking?: boolean | undefined;
}

/** The permissions of a mode: its groups of tools, its servers, and the ways to bypass its restrictions. */
export function ModeOverview({ mode, servers, onAskServers, isAsking }: ModeOverviewProps): ReactElement {
  const strings = useStrings();
  const { name, slug, file, source, invalid, groups, ways } = mode;
  return (
    <div className="mgv-picture">
      <div className="mgv-node">
        <h2>
          <ShownName name={plainName(name)} />
        </h2>
        <p className="mge-muted">
          <span className="mge-mono">
            <ShownName name={slug} />
          </span>{' '}
          · {file ?? wordFor(strings.sources, source)}
        </p>
        <Legend states={['allowed', 'limited', 'asks', 'unknown', 'denied']} />
      </div>
      {invalid !== undefined && (
        <p className="mge-notice" data-kind="error">
          <Prose text={strings.refusesAll(invalid)} />
        </p>
      )}
      <section className="mgv-branch" aria-labelledby="mgv-groups">
        <h3 id="mgv-groups">{strings.agentTools}</h3>
        <ul className="mgv-tiles">
          {groups.map((group) => (
            <Group key={group.group} group={group} />
          ))}
        </ul>
      </section>
      <ServerTiles {...{ servers: mode.servers, known: servers, onAsk: onAskServers, isAsking }} />
      <section className="mgv-branch" aria-labelledby="mgv-ways">
        <h3 id="mgv-ways">{strings.waysAround}</h3>
        <WayList ways={ways} />
      </section>
    </div>
  );
}

/** Ways to bypass restrictions, in sentences. */
export function WayList({ ways }: { readonly ways: readonly WayAround[] }): ReactElement {
  const strings = useStrings();
  if (ways.length === 0) return <p className="mge-muted">{strings.noWays}</p>;
  return (
    <ul className="mgv-ways">
      {ways.map(({ certainty, message }) => (
        <li key={message} className="mgv-way">
          <span className="mge-badge">{wordFor(strings.certainties, certainty)}</span>
          <Sentence text={message} />
        </li>
      ))}
    </ul>
  );
}

const groupIcons: Readonly<Record<string, string>> = {
  read: 'M3 2.5h6l4 4v7H3zM9 2.5v4h4',
  edit: 'M3 13l.8-3L10.5 3.3l2.2 2.2L6 12.2z',
  command: 'M3 4l3.5 4L3 12M8 12h5',
  browser: 'M2.5 3.5h11v9h-11zM2.5 6.5h11',
  always: 'M8 2.5v11M2.5 8h11',
};

function Group({ group }: { readonly group: GroupView }): ReactElement {
  const strings = useStrings();
  const { group: name, files, tools, limits, commands } = group;
  const state = tileStates[group.state];
  const title = (
    <>
      <svg className="mge-icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path d={groupIcons[name]} />
      </svg>
      {wordFor(strings.groups, name)}
    </>
  );
  return (
    <StateTile state={state} title={title}>
      {limits.map(({ pattern, description }) => (
        <p key={pattern} className="mgv-limit">
          {description === undefined ? strings.onlyFiles : <Prose text={strings.described(description)} />}{' '}
          <code className="mge-code">
            <ShownName name={pattern} />
          </code>
        </p>
      ))}
      {files !== undefined && <p className="mge-muted">{strings.filesOpen(files.opened, files.asked)}</p>}
      {commands !== undefined && (
        <>
          <ToolList tools={commands.listed} title={strings.commandCount(commands.listed.length)} isOpen />
          <p className="mge-muted">{strings.commandsLeft(strings.states[commands.others])}</p>
        </>
      )}
      <ToolList tools={tools} isOpen={commands === undefined && tools.some((tool) => tool.state !== state)} />
    </StateTile>
  );
}
