import { ShownName } from '@modegate/restrictions-editor';
import { type ReactElement, useState } from 'react';
import type { AuditEntry } from '../../wire.ts';
import { StateMark } from '../parts/state-mark.tsx';
import type { PageStrings } from '../parts/strings.ts';
import { useStrings } from '../parts/strings-context.ts';

interface AuditViewProps {
  readonly file: string | undefined;
  readonly entries: readonly AuditEntry[];
}

/** The audit log as it grows, the last line first. */
export function AuditView({ file, entries }: AuditViewProps): ReactElement {
  const strings = useStrings();
  const [isDeniedOnly, setIsDeniedOnly] = useState(false);
  if (file === undefined)
    return (
      <div className="mge-empty">
        <p>{strings.noAuditLog}</p>
        <p>{strings.howToAudit}</p>
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
          {strings.onlyRefused}
        </label>
      </div>
      <p className="mge-hidden" role="status">
        {entries.length === 0 ? '' : strings.lastLine(describe(entries.at(-1), strings))}
      </p>
      {shown.length === 0 ? (
        <p className="mge-empty">{strings.noLines}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
        <section className="ui-scroll" aria-label={strings.auditLog} tabIndex={0}>
          <table className="ui-table ui-lines">
            <thead>
              <tr>
                <th scope="col">{strings.auditColumns.time}</th>
                <th scope="col">{strings.auditColumns.what}</th>
                <th scope="col">{strings.auditColumns.tool}</th>
                <th scope="col">{strings.auditColumns.mode}</th>
                <th scope="col">{strings.auditColumns.why}</th>
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
  const strings = useStrings();
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
            <StateMark state={allowed ? 'allowed' : 'denied'} /> {allowed ? strings.allowed : strings.refused}
          </>
        )}
        {event === 'outcome' && strings.outcomeIn(outcome ?? '', durationMs)}
        {event === 'gap' && strings.linesMissing(lost)}
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

function describe(entry: AuditEntry | undefined, strings: PageStrings): string {
  if (entry === undefined || entry.event === 'gap') return '';
  const what = entry.event === 'outcome' ? entry.outcome : entry.allowed ? strings.allowed : strings.refused;
  return `${entry.tool} ${what ?? ''}`;
}
