import { type ReactElement, useState } from 'react';
import type { FixRequest, FixView } from '../model/answers.ts';
import type { FindingLines, FindingView } from '../model/finding-view.ts';
import { useStrings } from '../words/words.ts';
import { Button } from './button.tsx';
import { DiffLines } from './diff-lines.tsx';
import { Failure, Placeholder } from './notices.tsx';
import { Prose, Sentence } from './shown-text.tsx';
import { errorMessage } from './use-answer.ts';

/** Findings, and the actions available for them. */
export interface FindingListProps {
  readonly findings: readonly FindingView[];
  /** Number of all findings, including those not shown. Default: the number shown. */
  readonly total?: number | undefined;
  /** Shows or applies a fix; absent if fixes cannot be applied from here. */
  readonly onFix?: ((request: FixRequest) => Promise<FixView>) | undefined;
  /** Shows a range of lines in a file; absent if files cannot be shown. */
  readonly onReveal?: ((file: string, range: FindingLines) => void) | undefined;
}

const ruleDocs = 'https://github.com/modegate/modegate/blob/main/docs/rules/';

/** The checker's findings, errors first, each with its position and its fix. */
export function FindingList({ findings, total = findings.length, ...acts }: FindingListProps): ReactElement {
  const strings = useStrings();
  if (total === 0) return <Placeholder text={strings.noFindings} failure={undefined} />;
  return (
    <div className="mgv-findings">
      {(['error', 'warning', 'info'] as const).map((severity) => {
        const own = findings.filter((finding) => finding.severity === severity);
        return own.length === 0 ? null : (
          <section key={severity} aria-labelledby={`mgv-${severity}`}>
            <h2 id={`mgv-${severity}`}>
              {strings.severities[severity]} <span className="mge-count">{own.length}</span>
            </h2>
            <ul>
              {own.map((finding) => (
                <Finding key={`${finding.key} ${finding.location.line}`} finding={finding} {...acts} />
              ))}
            </ul>
          </section>
        );
      })}
      {findings.length < total && <p className="mge-muted">{strings.notShown(total - findings.length, 'finding')}</p>}
    </div>
  );
}

interface FindingProps extends Pick<FindingListProps, 'onFix' | 'onReveal'> {
  readonly finding: FindingView;
}

function Finding({ finding, onFix, onReveal }: FindingProps): ReactElement {
  const strings = useStrings();
  const { rule, severity, message, location, fix } = finding;
  const place = `${location.file}:${location.line}:${location.column}`;
  return (
    <li className="mgv-finding" data-severity={severity}>
      <Sentence text={message} />
      <p className="mge-muted">
        <a className="mge-badge" href={`${ruleDocs}${rule}.md`} target="_blank" rel="noreferrer">
          {rule}
        </a>{' '}
        {onReveal === undefined ? (
          <span className="mge-mono">
            <Prose text={place} />
          </span>
        ) : (
          <button type="button" className="mgv-place" onClick={() => onReveal(location.file, location)}>
            <span className="mge-hidden">{strings.show} </span>
            <Prose text={place} />
          </button>
        )}
      </p>
      {fix !== undefined &&
        (onFix === undefined ? (
          <p className="mge-muted">
            <code>modegate fix</code>: <Prose text={fix.description} />
          </p>
        ) : (
          <Fix finding={finding} description={fix.description} onFix={onFix} />
        ))}
    </li>
  );
}

interface FixProps {
  readonly finding: FindingView;
  readonly description: string;
  readonly onFix: NonNullable<FindingListProps['onFix']>;
}

function Fix({ finding: { key, message }, description, onFix }: FixProps): ReactElement {
  const strings = useStrings();
  const [shown, setShown] = useState<FixView>();
  const [failure, setFailure] = useState<string>();
  const request = (part: Omit<FixRequest, 'key'>) => {
    setFailure(undefined);
    onFix({ key, ...part }).then(setShown, (error: unknown) => setFailure(errorMessage(error)));
  };
  const hasGrants = shown?.grants !== undefined;
  return (
    <div className="mgv-fix">
      {shown === undefined ? (
        <Button onClick={() => request({ apply: false, allowGrants: false })}>
          {strings.showFix}
          <span className="mge-hidden">{strings.fixOf(message)}</span>
        </Button>
      ) : (
        <>
          <Sentence text={description} />
          {shown.files.map(({ file, lines }) => (
            <DiffLines key={file} title={file} lines={lines} />
          ))}
          {hasGrants && (
            <p className="mge-notice" data-kind="error">
              <strong>{strings.wouldGrant}</strong> <Prose text={shown.grants ?? ''} />
            </p>
          )}
          <div className="mge-bulk">
            <Button
              isPrimary
              disabled={shown.isApplied}
              onClick={() => request({ apply: true, allowGrants: hasGrants })}
            >
              {hasGrants ? strings.applyAnyway : strings.apply}
            </Button>
            <Button onClick={() => setShown(undefined)}>{strings.cancel}</Button>
          </div>
        </>
      )}
      {failure !== undefined && <Failure text={failure} />}
    </div>
  );
}
