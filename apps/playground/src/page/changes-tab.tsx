import { BrokenFiles, Button, ChangeList, Failure, Prose, useAnswer } from '@modegate/restrictions-editor/views';
import type { ReactElement } from 'react';
import type { ChangesAnswer } from '../answers/questions.ts';
import { modesLocation, type VersionFiles } from '../state/playground-state.ts';
import type { PageState } from './page-state.ts';
import { typingMs } from './playground-answers.ts';
import { type PaneName, readFiles } from './read-files.ts';
import { SourcePane } from './source-pane.tsx';
import type { TabProps } from './tabs.tsx';

/** Compares the version on the left with an earlier one, and shows the permissions granted and removed. */
export function ChangesTab({ answers, page }: TabProps): ReactElement {
  const { before } = page.state;
  return before === undefined ? (
    <NoEarlierVersion page={page} />
  ) : (
    <Comparison answers={answers} page={page} before={before} />
  );
}

function NoEarlierVersion({ page: { state, replace } }: { readonly page: PageState }): ReactElement {
  const start = (before: VersionFiles) =>
    replace((now) => ({ ...now, before }), 'Edit the files to see the difference here.');
  return (
    <div className="mge-empty pg-empty">
      <p>Compare two versions to see what a change allows each mode to do and what it no longer allows.</p>
      <div className="mge-bulk">
        <Button isPrimary onClick={() => start(state.files)}>
          Keep these files as the earlier version
        </Button>
        <Button onClick={() => start({ ...state.files, modes: '', servers: '' })}>Paste the earlier version</Button>
      </div>
    </div>
  );
}

interface ComparisonProps extends Pick<TabProps, 'answers' | 'page'> {
  readonly before: VersionFiles;
}

function Comparison({ answers, page, before }: ComparisonProps): ReactElement {
  const { replace } = page;
  const asked = { delayMs: typingMs, keepsOld: true };
  const { answer, failure, isBusy } = useAnswer(answers.changes, before, asked);
  const swap = () => replace((now) => ({ ...now, files: before, before: now.files }), 'Swapped the two versions.');
  const stop = () => replace(({ files, question }) => ({ files, question }), 'Removed the earlier version.');
  return (
    <>
      <div aria-live="polite" aria-busy={isBusy}>
        {failure !== undefined && <Failure text={failure} />}
        {answer !== undefined && <Differences answer={answer} />}
      </div>
      <EarlierVersion page={page} before={before} />
      <div className="mge-bulk">
        <Button onClick={swap}>Swap the two</Button>
        <Button onClick={stop}>Stop comparing</Button>
      </div>
    </>
  );
}

function EarlierVersion({ page, before }: Omit<ComparisonProps, 'answers'>): ReactElement {
  const { replace, editBefore, notify } = page;
  const open = async (given: readonly File[], pane: PaneName) => {
    const { texts, problems } = await readFiles(given, pane);
    if (problems.length > 0) notify(problems.join(' '));
    if (Object.keys(texts).length === 0) return;
    replace((now) => ({ ...now, before: { ...(now.before ?? before), ...texts } }), 'Replaced the earlier version.');
  };
  return (
    <details className="pg-before" open={before.modes === '' && before.servers === ''}>
      <summary>The earlier version</summary>
      {(['modes', 'servers'] as const).map((pane) => {
        const file = pane === 'modes' ? modesLocation : before.serversPlace;
        return (
          <SourcePane
            key={pane}
            label={`${file}, earlier`}
            text={before[pane]}
            title={<h3 className="pg-pane-title">{file}</h3>}
            onChange={(text) => editBefore({ [pane]: text })}
            onFiles={(given) => void open(given, pane)}
            onProblem={notify}
          />
        );
      })}
    </details>
  );
}

function Differences({ answer }: { readonly answer: ChangesAnswer }): ReactElement {
  if (answer.state === 'broken')
    return (
      <BrokenFiles
        files={answer.broken}
        consequence="The content of a file is unknown, so the versions cannot be compared."
      />
    );
  const { changes, changesTotal, summary } = answer;
  const grants = changes.filter(({ mayGrant }) => mayGrant).length;
  return (
    <>
      {changesTotal > 0 && (
        <p className="pg-summary" role="status">
          {grants === 0 ? 'Nothing is granted.' : `${grants} of ${changesTotal} changes grant more permissions.`}
        </p>
      )}
      <ul className="pg-sentences">
        {summary.map((sentence) => (
          <li key={sentence}>
            <Prose text={sentence} />
          </li>
        ))}
      </ul>
      <ChangeList changes={changes} />
      {changes.length < changesTotal && (
        <p className="mge-muted">{changesTotal - changes.length} more changes are not shown.</p>
      )}
    </>
  );
}
