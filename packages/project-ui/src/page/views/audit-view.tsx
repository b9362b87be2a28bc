import { type EditorStrings, useStrings } from '@modegate/restrictions-editor/views';
import { type ReactElement, useState } from 'react';
import type { AuditEntry } from '../../wire.ts';
import { AuditLines } from '../parts/audit-lines.tsx';

interface AuditViewProps {
  readonly file: string | undefined;
  readonly entries: readonly AuditEntry[];
}

/** The audit log, updated live, newest line first. */
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
  const shown = entries.filter((entry) => !isDeniedOnly || (entry.event === 'decision' && !entry.allowed));
  return (
    <div className="ui-audit">
      <div className="mgv-heading">
        <p className="mge-muted mge-mono">
          <bdi>{file}</bdi>
        </p>
        <label className="mgv-check">
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
        <AuditLines entries={shown} label={strings.auditLog} />
      )}
    </div>
  );
}

function describe(entry: AuditEntry | undefined, strings: EditorStrings): string {
  if (entry === undefined || entry.event === 'gap') return '';
  const what = entry.event === 'decision' ? (entry.allowed ? strings.allowed : strings.refused) : entry.outcome;
  return `${entry.tool} ${what ?? ''}`;
}
