import type { PermissionState } from '@modegate/policy-check/permissions';
import { ShownName } from '@modegate/restrictions-editor';
import type { ReactElement } from 'react';
import type { GroupView, ModeView as Picture, ProjectOverview, WayAround } from '../../wire.ts';
import type { Api } from '../api.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { useStrings } from '../parts/strings-context.ts';
import { type Question, useAsked } from '../use-asked.ts';
import { ServersPicture } from './servers-picture.tsx';

interface ModeViewProps {
  readonly api: Api;
  /** Which picture is asked for. */
  readonly question: Question;
  readonly overview: ProjectOverview;
}

/** What a mode may do, drawn: its groups, its files, its servers, and the ways around its limits. */
export function ModeView({ api, question, overview }: ModeViewProps): ReactElement {
  const strings = useStrings();
  const { answer: picture, failure } = useAsked<Picture>(api, question);
  if (failure !== undefined)
    return (
      <p className="mge-notice" data-kind="error" role="alert">
        {failure}
      </p>
    );
  if (picture === undefined)
    return (
      <p className="mge-empty" role="status">
        {strings.readingMode}
      </p>
    );
  return (
    <div className="ui-picture">
      <div className="ui-node">
        <h2>
          <ShownName name={picture.name} />
        </h2>
        <p className="mge-muted">
          <span className="mge-mono">{picture.slug}</span> · {picture.file ?? picture.source}
        </p>
        <Legend />
      </div>
      {picture.invalid !== undefined && (
        <p className="mge-notice" data-kind="error">
          {strings.refusesAll(picture.invalid)}
        </p>
      )}
      <section className="ui-branch" aria-labelledby="ui-groups">
        <h3 id="ui-groups">{strings.agentTools}</h3>
        <ul className="ui-tiles">
          {picture.groups.map((group) => (
            <Group key={group.group} group={group} />
          ))}
        </ul>
      </section>
      <ServersPicture api={api} overview={overview} servers={picture.servers} />
      <section className="ui-branch" aria-labelledby="ui-ways">
        <h3 id="ui-ways">{strings.waysAround}</h3>
        {picture.ways.length === 0 ? (
          <p className="mge-muted">{strings.noWays}</p>
        ) : (
          <ul className="ui-ways">
            {picture.ways.map((way) => (
              <Way key={`${way.kind} ${way.message}`} way={way} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function Legend(): ReactElement {
  return (
    <p className="ui-legend" aria-hidden="true">
      {(['allowed', 'limited', 'unknown', 'denied'] as const).map((state) => (
        <StateMark key={state} state={state} hasWord />
      ))}
    </p>
  );
}

const groupIcons: Readonly<Record<string, string>> = {
  read: 'M3 2.5h6l4 4v7H3zM9 2.5v4h4',
  edit: 'M3 13l.8-3L10.5 3.3l2.2 2.2L6 12.2z',
  command: 'M3 4l3.5 4L3 12M8 12h5',
  browser: 'M2.5 3.5h11v9h-11zM2.5 6.5h11',
  always: 'M8 2.5v11M2.5 8h11',
};

/** The words of the drawing for a whole group, in those for one tool. */
const groupStates: Readonly<Record<GroupView['state'], PermissionState>> = {
  open: 'allowed',
  limited: 'limited',
  closed: 'denied',
};

function Group({ group }: { readonly group: GroupView }): ReactElement {
  const { group: name, files, tools, limits } = group;
  const state = groupStates[group.state];
  const strings = useStrings();
  const isMixed = tools.some((tool) => tool.state !== state);
  return (
    <li className="ui-tile" data-state={state}>
      <h4>
        <svg className="mge-icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
          <path d={groupIcons[name]} />
        </svg>
        {strings.groups[name] ?? name}
        <StateMark state={state} hasWord />
      </h4>
      {limits.map(({ pattern, description }) => (
        <p key={pattern} className="ui-limit">
          {description === undefined ? strings.onlyFiles : strings.described(description)}{' '}
          <code className="mge-code">
            <ShownName name={pattern} />
          </code>
        </p>
      ))}
      {files !== undefined && <p className="mge-muted">{strings.opens(files.opened, files.asked)}</p>}
      <details open={isMixed}>
        <summary>{strings.toolCount(tools.length)}</summary>
        <ul className="ui-tools">
          {tools.map((tool) => (
            <li key={tool.name} title={tool.reason}>
              <StateMark state={tool.state} />
              <span className="mge-mono">{tool.name}</span>
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

function Way({ way: { certainty, message } }: { readonly way: WayAround }): ReactElement {
  const strings = useStrings();
  return (
    <li className="ui-way">
      <span className="mge-badge">{strings.certainties[certainty]}</span>
      <p>{message}</p>
    </li>
  );
}
