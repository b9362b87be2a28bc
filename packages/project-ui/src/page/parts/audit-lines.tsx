import { ShownName, StateMark, useStrings } from '@modegate/restrictions-editor/views';
import type { ReactElement } from 'react';
import type { AuditEntry } from '../../wire.ts';

/** Lines of an audit log or of a task's trail, newest first. */
export function AuditLines({
  entries,
  label,
}: {
  /** Oldest first. */
  readonly entries: readonly AuditEntry[];
  readonly label: string;
}): ReactElement {
  const strings = useStrings();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <section className="mgv-scroll" aria-label={label} tabIndex={0}>
      <table className="mgv-table ui-lines">
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
          {entries.toReversed().map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same text and the same time.
            <Line key={index} entry={entry} />
          ))}
        </tbody>
      </table>
    </section>
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
          <StateMark state={allowed ? 'allowed' : 'denied'} word={allowed ? strings.allowed : strings.refused} />
        )}
        {event === 'consent' && strings.consentIn(outcome ?? '')}
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
