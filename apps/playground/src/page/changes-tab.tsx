import { type ReactElement, useMemo } from 'react';
import type { ChangesAnswer } from '../answers/questions.ts';
import { modesPlace, type VersionFiles } from '../state/playground-state.ts';
import type { Ask } from '../worker/ask-worker.ts';
import { takeFiles } from './dropped-files.ts';
import { BrokenFiles, Failure } from './failure.tsx';
import { Prose } from './prose.tsx';
import { SourcePane } from './source-pane.tsx';
import { useAnswer } from './use-answer.ts';
import type { Page } from './use-page.ts';

/** What the version on the left grants and takes, against an earlier one. */
export function ChangesTab({ ask, page }: { readonly ask: Ask; readonly page: Page }): ReactElement {
  const { before } = page.state;
  return before === undefined ? <NoBefore page={page} /> : <Compared ask={ask} page={page} before={before} />;
}

function NoBefore({ page: { state, replace } }: { readonly page: Page }): ReactElement {
  const start = (before: VersionFiles) =>
    replace((now) => ({ ...now, before }), 'Edit the files, and the difference shows here.');
  return (
    <div className="mge-empty pg-empty">
      <p>Compare two versions: what does a change let each mode do, and what does it take away?</p>
      <div className="mge-bulk">
        <button type="button" className="mge-button" data-kind="primary" onClick={() => start(state.files)}>
          Keep these files as the earlier version
        </button>
        <button type="button" className="mge-button" onClick={() => start({ ...state.files, modes: '', servers: '' })}>
          Paste the earlier version
        </button>
      </div>
    </div>
  );
}

function Compared({
  ask,
  page,
  before,
}: {
  readonly ask: Ask;
  readonly page: Page;
  readonly before: VersionFiles;
}): ReactElement {
  const { state, replace, editBefore, say } = page;
  const { files } = state;
  const asked = useMemo(() => ({ kind: 'changes', before, after: files }) as const, [before, files]);
  const { answer, failure, isBusy } = useAnswer(ask, asked);
  const take = (pane: 'modes' | 'servers') => async (given: readonly File[]) => {
    const { texts, problems } = await takeFiles(given, pane);
    if (problems.length > 0) say(problems.join(' '));
    if (Object.keys(texts).length > 0)
      replace(
        (now) => ({ ...now, before: { ...(now.before ?? before), ...texts } }),
        'The earlier version was replaced.',
      );
  };
  const stop = () =>
    replace(({ files: now, question }) => ({ files: now, question }), 'The earlier version was dropped.');
  return (
    <>
      <div aria-live="polite" aria-busy={isBusy}>
        {failure !== undefined && <Failure text={failure} />}
        {answer !== undefined && <ChangeList answer={answer} />}
      </div>
      <details className="pg-before" open={before.modes === '' && before.servers === ''}>
        <summary>The earlier version</summary>
        <SourcePane
          label={`${modesPlace}, earlier`}
          text={before.modes}
          place={<h3 className="pg-pane-title">{modesPlace}</h3>}
          onChange={(modes) => editBefore({ modes })}
          onFiles={(given) => void take('modes')(given)}
          onProblem={say}
        />
        <SourcePane
          label={`${before.serversPlace}, earlier`}
          text={before.servers}
          place={<h3 className="pg-pane-title">{before.serversPlace}</h3>}
          onChange={(servers) => editBefore({ servers })}
          onFiles={(given) => void take('servers')(given)}
          onProblem={say}
        />
      </details>
      <div className="mge-bulk">
        <button
          type="button"
          className="mge-button"
          onClick={() => replace((now) => ({ ...now, files: before, before: files }), 'The two versions were swapped.')}
        >
          Swap the two
        </button>
        <button type="button" className="mge-button" onClick={stop}>
          Stop comparing
        </button>
      </div>
    </>
  );
}

function ChangeList({ answer }: { readonly answer: ChangesAnswer }): ReactElement {
  if (answer.state === 'broken')
    return <BrokenFiles broken={answer.broken} consequence="What it says is not known, so nothing is compared." />;
  const { changes, changesTotal, summary } = answer;
  if (changesTotal === 0)
    return (
      <p className="pg-summary" role="status">
        No permission differs.
      </p>
    );
  const grants = changes.filter(({ mayGrant }) => mayGrant);
  const takes = changes.filter(({ mayGrant }) => !mayGrant);
  return (
    <>
      <p className="pg-summary" role="status">
        {grants.length === 0 ? 'Nothing is granted.' : `${grants.length} of ${changesTotal} changes grant something.`}
      </p>
      <ul className="pg-sentences">
        {summary.map((sentence) => (
          <li key={sentence}>
            <Prose text={sentence} />
          </li>
        ))}
      </ul>
      <Changes kind="grant" title="Grants" changes={grants} />
      <Changes kind="take" title="Takes" changes={takes} />
      {changes.length < changesTotal && (
        <p className="mge-muted">{changesTotal - changes.length} more changes are not shown.</p>
      )}
    </>
  );
}

function Changes({
  kind,
  title,
  changes,
}: {
  readonly kind: 'grant' | 'take';
  readonly title: string;
  readonly changes: readonly { readonly kind: string; readonly message: string }[];
}): ReactElement | null {
  if (changes.length === 0) return null;
  return (
    <section className="mge-changes" data-kind={kind} aria-label={title}>
      <h3 className="mge-section-title">
        {title} <span className="mge-count">{changes.length}</span>
      </h3>
      <ul>
        {changes.map((change) => (
          <li key={change.message}>
            <span className="mge-badge">{change.kind}</span> <Prose text={change.message} />
          </li>
        ))}
      </ul>
    </section>
  );
}
