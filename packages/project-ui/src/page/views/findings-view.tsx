import { type ReactElement, useState } from 'react';
import type { FindingView, FixView } from '../../wire.ts';
import type { Api } from '../api.ts';
import { useStrings } from '../parts/strings-context.ts';
import { messageOf } from '../use-asked.ts';

/** What the checker finds, the gravest first, each with its fix. */
export function FindingsView({
  api,
  findings,
  checkFailure,
  mayFix,
}: {
  readonly api: Api;
  readonly findings: readonly FindingView[];
  readonly checkFailure: string | undefined;
  readonly mayFix: boolean;
}): ReactElement {
  const strings = useStrings();
  if (checkFailure !== undefined)
    return (
      <p className="mge-notice" data-kind="error" role="alert">
        {strings.notChecked} {checkFailure}
      </p>
    );
  if (findings.length === 0) return <p className="mge-empty">{strings.noFindings}</p>;
  return (
    <div className="ui-findings">
      {(['error', 'warning', 'info'] as const).map((severity) => {
        const own = findings.filter((finding) => finding.severity === severity);
        return own.length === 0 ? null : (
          <section key={severity} aria-labelledby={`ui-${severity}`}>
            <h2 id={`ui-${severity}`}>
              {strings.severities[severity]} <span className="mge-count">{own.length}</span>
            </h2>
            <ul>
              {own.map((finding) => (
                <Finding key={`${finding.key} ${finding.line}`} api={api} finding={finding} mayFix={mayFix} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

interface FindingProps {
  readonly api: Api;
  readonly finding: FindingView;
  readonly mayFix: boolean;
}

function Finding({ api, finding, mayFix }: FindingProps): ReactElement {
  const strings = useStrings();
  const { rule, severity, message, file, line, fix, key } = finding;
  const [shown, setShown] = useState<FixView>();
  const [failure, setFailure] = useState<string>();
  const ask = (body: { readonly apply: boolean; readonly allowGrants: boolean }) => {
    setFailure(undefined);
    api.ask<FixView>('fix', { key, ...body }).then(setShown, (error: unknown) => setFailure(messageOf(error)));
  };
  return (
    <li className="ui-finding" data-severity={severity}>
      <p>{message}</p>
      <p className="mge-muted">
        <span className="mge-badge">{rule}</span>{' '}
        <span className="mge-mono">
          <bdi>
            {file}:{line}
          </bdi>
        </span>
      </p>
      {fix !== undefined && mayFix && shown === undefined && (
        <button type="button" className="mge-button" onClick={() => ask({ apply: false, allowGrants: false })}>
          {strings.showFix}
          <span className="mge-hidden">{strings.fixOf(message)}</span>
        </button>
      )}
      {fix !== undefined && shown !== undefined && (
        <div className="ui-fix">
          <p>{fix.description}</p>
          <Diff view={shown} />
          {shown.grants !== undefined && (
            <p className="mge-notice" data-kind="error">
              <strong>{strings.wouldGrant}</strong> {shown.grants}
            </p>
          )}
          <div className="mge-bulk">
            <button
              type="button"
              className="mge-button"
              data-kind="primary"
              disabled={shown.isApplied}
              onClick={() => ask({ apply: true, allowGrants: shown.grants !== undefined })}
            >
              {shown.grants === undefined ? strings.apply : strings.applyAnyway}
            </button>
            <button type="button" className="mge-button" onClick={() => setShown(undefined)}>
              {strings.cancel}
            </button>
          </div>
        </div>
      )}
      {failure !== undefined && (
        <p className="ui-bad" role="alert">
          {failure}
        </p>
      )}
    </li>
  );
}

const signs = { added: '+', removed: '−', same: ' ', gap: '…' } as const;

function Diff({ view }: { readonly view: FixView }): ReactElement {
  return (
    <>
      {view.files.map(({ file, lines }) => (
        <figure key={file} className="ui-diff">
          <figcaption className="mge-mono">{file}</figcaption>
          <pre>
            {lines.map(({ kind, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else to be told by.
              <span key={index} data-kind={kind}>{`${signs[kind]} ${text}\n`}</span>
            ))}
          </pre>
        </figure>
      ))}
    </>
  );
}
