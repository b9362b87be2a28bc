import { ShownName } from '@modegate/restrictions-editor';
import { type ReactElement, useState } from 'react';
import type { AuditEntry } from '../../wire.ts';
import { StateMark } from '../parts/state-mark.tsx';

interface AuditViewProps {
  readonly file: string | undefined;
  readonly entries: readonly AuditEntry[];
}

/** The audit log as it grows, the last line first. */
export function AuditView({ file, entries }: AuditViewProps): ReactElement {
  const [isDeniedOnly, setIsDeniedOnly] = useState(false);
  if (file === undefined)
    return (
      <div className="mge-empty">
        <p>No audit log is set, so there is nothing to follow.</p>
        <p>
          Give <code>--audit-log &lt;file&gt;</code> to the server and to this command, or name the file in the
          configuration.
        </p>
      </div>
    );
  const shown = entries.filter((entry) => !isDeniedOnly || (entry.event === 'decision' && !entry.allowed)).toReversed();
  return (
    <div className="ui-audit">
      <div className="ui-heading">
        <p className="mge-muted mge-mono">
          <bdi>{file}</bdi>
        </p>
        <label className="ui-check">
          <input type="checkbox" checked={isDeniedOnly} onChange={(event) => setIsDeniedOnly(event.target.checked)} />
          Only what was refused
        </label>
      </div>
      <p className="mge-hidden" role="status">
        {entries.length === 0 ? '' : `The last line: ${describe(entries.at(-1))}`}
      </p>
      {shown.length === 0 ? (
        <p className="mge-empty">Nothing yet. Lines appear here as they are written.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
        <section className="ui-scroll" aria-label="Audit log" tabIndex={0}>
          <table className="ui-table ui-lines">
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">What</th>
                <th scope="col">Tool</th>
                <th scope="col">Mode</th>
                <th scope="col">Why</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((entry, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same at the same time.
                <Line key={index} entry={entry} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}

function Line({ entry }: { readonly entry: AuditEntry }): ReactElement {
  const { atMs, event, mode, server, tool, allowed, code, reason, outcome, durationMs, lost } = entry;
  const time = new Date(atMs);
  return (
    <tr data-event={event}>
      <td className="mge-mono">
        <time dateTime={time.toISOString()} title={time.toLocaleString()}>
          {time.toLocaleTimeString()}
        </time>
      </td>
      <td>
        {event === 'decision' && (
          <>
            <StateMark state={allowed ? 'allowed' : 'denied'} /> {allowed ? 'allowed' : 'refused'}
          </>
        )}
        {event === 'outcome' && `${outcome}${durationMs === undefined ? '' : ` in ${Math.round(durationMs)} ms`}`}
        {event === 'gap' && `${lost} lines are missing`}
      </td>
      <td className="mge-mono">
        <ShownName name={server === undefined ? tool : `${server}/${tool}`} />
      </td>
      <td>{mode === undefined ? '' : <ShownName name={mode} />}</td>
      <td>
        {code !== undefined && <code className="mge-code">{code}</code>} <bdi>{reason?.slice(0, 300)}</bdi>
      </td>
    </tr>
  );
}

function describe(entry: AuditEntry | undefined): string {
  if (entry === undefined || entry.event === 'gap') return '';
  const what = entry.event === 'outcome' ? entry.outcome : entry.allowed ? 'allowed' : 'refused';
  return `${entry.tool} ${what ?? ''}`;
}
