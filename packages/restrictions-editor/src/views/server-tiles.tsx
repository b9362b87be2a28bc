import type { ServerPicture } from '@modegate/policy-check/page';
import { type CellState, cellStates } from '@modegate/policy-check/permissions';
import { type ReactElement, useState } from 'react';
import type { ServerSummary } from '../model/answers.ts';
import { useStrings } from '../words/words.ts';
import { Button } from './button.tsx';
import { Failure } from './notices.tsx';
import { Prose, Sentence, ShownName } from './shown-text.tsx';
import { StateTile, ToolList, tileStates } from './state-tile.tsx';
import { errorMessage } from './use-answer.ts';

interface ServerTilesProps {
  readonly servers: readonly ServerPicture[];
  /** Known state of the configured servers. Default: none. */
  readonly known?: readonly ServerSummary[] | undefined;
  readonly onAsk?: (() => Promise<unknown>) | undefined;
  readonly isAsking?: boolean | undefined;
}

/** The MCP servers as a mode sees them, with the part of each server that the mode allows. */
export function ServerTiles({ servers, known = [], onAsk, isAsking = false }: ServerTilesProps): ReactElement {
  const strings = useStrings();
  const [failure, setFailure] = useState<string>();
  const ask = () => {
    setFailure(undefined);
    onAsk?.().catch((error: unknown) => setFailure(errorMessage(error)));
  };
  return (
    <section className="mgv-branch" aria-labelledby="mgv-servers">
      <div className="mgv-heading">
        <h3 id="mgv-servers">{strings.servers}</h3>
        {onAsk !== undefined && known.length > 0 && (
          <Button disabled={isAsking} onClick={ask}>
            {isAsking ? strings.asking : strings.askAgain}
          </Button>
        )}
      </div>
      {failure !== undefined && <Failure text={failure} />}
      {servers.length === 0 ? (
        <p className="mge-muted">{strings.noServers}</p>
      ) : (
        <ul className="mgv-tiles" data-kind="servers">
          {servers.map((server) => (
            <Server key={server.server} server={server} known={known.find(({ name }) => name === server.server)} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface ServerProps {
  readonly server: ServerPicture;
  readonly known: ServerSummary | undefined;
}

function Server({ server, known }: ServerProps): ReactElement {
  const strings = useStrings();
  const { server: name, reason, tools, otherTools, resources } = server;
  const counts = cellStates.map((state) => [state, tools.filter((tool) => tool.state === state).length] as const);
  const words = [
    ...counts.flatMap(([state, count]) => (count === 0 ? [] : [strings.countOf(count, strings.states[state])])),
    ...(tools.length === 0 ? [strings.toolsUnknown] : []),
    strings.otherTools(strings.states[otherTools]),
    strings.resources(strings.states[resources]),
  ];
  return (
    <StateTile state={tileStates[server.state]} title={<ShownName name={name} />}>
      {tools.length > 0 && <Bar counts={counts} rest={otherTools} />}
      <p className="mge-muted">{words.join(' · ')}</p>
      {reason !== undefined && <Sentence text={reason} />}
      {known?.note !== undefined && (
        <p className={known.state === 'failed' ? 'mgv-bad' : 'mge-warn'}>
          <Prose text={known.note} />
        </p>
      )}
      <ToolList tools={tools} isOpen={false} />
    </StateTile>
  );
}

interface BarProps {
  readonly counts: readonly (readonly [CellState, number])[];
  /** The state of all other tools, which are counted as one tool. */
  readonly rest: CellState;
}

/** Draws the shares of the states as lengths; the text below gives the same numbers. */
function Bar({ counts, rest }: BarProps): ReactElement {
  const total = counts.reduce((sum, [, count]) => sum + count, 1);
  let at = 0;
  return (
    <svg className="mgv-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {[...counts, [rest, 1] as const].map(([state, count], index) => {
        const x = at;
        at += (count / total) * 100;
        // biome-ignore lint/suspicious/noArrayIndexKey: a state may occur twice, the second time for all other tools.
        return count === 0 ? null : <rect key={index} data-state={state} x={x} y={0} width={at - x} height={6} />;
      })}
    </svg>
  );
}
