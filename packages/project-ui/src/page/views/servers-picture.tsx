import type { ServerPicture } from '@modegate/policy-check/page';
import type { PermissionState } from '@modegate/policy-check/permissions';
import { ShownName } from '@modegate/restrictions-editor';
import { type ReactElement, useState } from 'react';
import type { ProjectOverview, ServerSummary } from '../../wire.ts';
import type { Api } from '../api.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { useStrings } from '../parts/strings-context.ts';
import { messageOf } from '../use-asked.ts';

interface ServersPictureProps {
  readonly api: Api;
  readonly overview: ProjectOverview;
  readonly servers: readonly ServerPicture[];
}

/** The MCP servers as a mode sees them: how much of each is open. */
export function ServersPicture({ api, overview, servers }: ServersPictureProps): ReactElement {
  const strings = useStrings();
  const [failure, setFailure] = useState<string>();
  const ask = () => {
    setFailure(undefined);
    api.ask('ask').catch((error: unknown) => setFailure(messageOf(error)));
  };
  return (
    <section className="ui-branch" aria-labelledby="ui-servers">
      <div className="ui-heading">
        <h3 id="ui-servers">{strings.servers}</h3>
        {overview.canAsk && overview.servers.length > 0 && (
          <button type="button" className="mge-button" disabled={overview.isAsking} onClick={ask}>
            {overview.isAsking ? strings.asking : strings.askAgain}
          </button>
        )}
      </div>
      {failure !== undefined && (
        <p className="mge-notice" data-kind="error" role="alert">
          {failure}
        </p>
      )}
      {servers.length === 0 ? (
        <p className="mge-muted">{strings.noServers}</p>
      ) : (
        <ul className="ui-servers">
          {servers.map((server) => (
            <Server
              key={server.server}
              server={server}
              summary={overview.servers.find(({ name }) => name === server.server)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

const states = ['allowed', 'limited', 'unknown', 'denied'] as const;
const maxTools = 300;
const maxReasonLength = 300;

function Server({
  server: { server: name, state, reason, tools, otherTools, resources },
  summary,
}: {
  readonly server: ServerPicture;
  readonly summary: ServerSummary | undefined;
}): ReactElement {
  const strings = useStrings();
  const counts = states.map((kind) => [kind, tools.filter((tool) => tool.state === kind).length] as const);
  const isClosed = state === 'closed';
  return (
    <li className="ui-server" data-state={isClosed ? 'denied' : 'allowed'}>
      <h4>
        <ShownName name={name} />
        {isClosed && <StateMark state="denied" hasWord />}
      </h4>
      {tools.length > 0 && <Bar counts={counts} />}
      <p className="mge-muted">
        {[
          ...counts.flatMap(([kind, count]) => (count === 0 ? [] : [strings.countOf(count, strings.states[kind])])),
          strings.otherTools(strings.states[otherTools]),
          strings.resources(strings.states[resources]),
        ].join(' · ')}
      </p>
      {reason !== undefined && (
        <p>
          <bdi>{reason.slice(0, maxReasonLength)}</bdi>
        </p>
      )}
      {summary?.note !== undefined && (
        <p className={summary.state === 'failed' ? 'ui-bad' : 'ui-warn'}>
          <bdi>{summary.note}</bdi>
        </p>
      )}
      {tools.length > 0 && (
        <details>
          <summary>{strings.toolCount(tools.length)}</summary>
          <ul className="ui-tools">
            {tools.slice(0, maxTools).map((tool) => (
              <li key={tool.name} title={tool.reason}>
                <StateMark state={tool.state} />
                <span className="mge-mono">
                  <ShownName name={tool.name} />
                </span>
              </li>
            ))}
          </ul>
          {tools.length > maxTools && <p className="mge-muted">{strings.moreTools(tools.length - maxTools)}</p>}
        </details>
      )}
    </li>
  );
}

/** How much is open, as lengths. The words below say the same. */
function Bar({ counts }: { readonly counts: readonly (readonly [PermissionState, number])[] }): ReactElement {
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  let at = 0;
  return (
    <svg className="ui-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {counts.map(([state, count]) => {
        const x = at;
        at += (count / total) * 100;
        return count === 0 ? null : <rect key={state} data-state={state} x={x} y={0} width={at - x} height={6} />;
      })}
    </svg>
  );
}
