import type { Finding } from '@modegate/policy-check';
import type { ReactElement } from 'react';
import type { Report } from '../answers/questions.ts';
import { BrokenFiles, Failure } from './failure.tsx';
import { Prose } from './prose.tsx';
import type { TextPlace } from './source-pane.tsx';

const ruleDocs = 'https://github.com/modegate/modegate/blob/main/docs/rules/';

/** What `modegate check` reports of these files. */
export function FindingsTab({
  report,
  onReveal,
}: {
  readonly report: Report;
  readonly onReveal: (file: string, place: TextPlace) => void;
}): ReactElement {
  const { findings, counts, failures, broken } = report;
  const total = counts.error + counts.warning + counts.info;
  return (
    <>
      {failures.map((failure) => (
        <Failure key={failure} text={`A rule failed, which is a fault of the rule. ${failure}`} />
      ))}
      <BrokenFiles broken={broken} consequence="Until it can be read, everything that it may have closed is refused." />
      <p className="pg-summary" role="status">
        {total === 0 ? 'Nothing was found.' : summaryOf(counts)}
      </p>
      <ul className="pg-findings">
        {findings.map((finding) => (
          <FindingItem key={`${finding.fingerprint} ${finding.location.line}`} finding={finding} onReveal={onReveal} />
        ))}
      </ul>
      {findings.length < total && <p className="mge-muted">{total - findings.length} more findings are not shown.</p>}
      <p className="mge-muted pg-foot">
        <code>modegate check</code> reports the same, and also knows the files of the project.
      </p>
    </>
  );
}

function FindingItem({
  finding: { rule, severity, message, location, fix },
  onReveal,
}: {
  readonly finding: Finding;
  readonly onReveal: (file: string, place: TextPlace) => void;
}): ReactElement {
  return (
    <li className="pg-finding" data-severity={severity}>
      <div className="pg-finding-head">
        <span className="pg-severity" data-severity={severity}>
          {severity}
        </span>
        <a href={`${ruleDocs}${rule}.md`} target="_blank" rel="noreferrer">
          {rule}
        </a>
        <button type="button" className="pg-place" onClick={() => onReveal(location.file, location)}>
          <span className="mge-hidden">Show </span>
          {location.file}:{location.line}:{location.column}
        </button>
      </div>
      <p>
        <Prose text={message} />
      </p>
      {fix !== undefined && (
        <p className="mge-muted">
          <code>modegate fix</code>: <Prose text={fix.description} />
        </p>
      )}
    </li>
  );
}

function summaryOf({ error, warning, info, suppressed }: Report['counts']): string {
  const counted = [
    [error, 'error'],
    [warning, 'warning'],
    [info, 'remark'],
  ] as const;
  const parts = counted.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`]));
  return `${parts.join(', ')}${suppressed === 0 ? '' : `, ${suppressed} silenced`}.`;
}
