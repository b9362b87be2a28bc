import * as Tabs from '@radix-ui/react-tabs';
import { type DragEvent, lazy, type ReactElement, type RefObject, Suspense, useMemo, useRef, useState } from 'react';
import { modesPlace, type PlaygroundState, type ServerPlace, serverPlaces } from '../state/playground-state.ts';
import type { Ask } from '../worker/ask-worker.ts';
import { ChangesTab } from './changes-tab.tsx';
import { type PaneName, takeFiles } from './dropped-files.ts';
import type { KeptDraft } from './edit-tab.tsx';
import { Failure } from './failure.tsx';
import { FindingsTab } from './findings-tab.tsx';
import { Header } from './header.tsx';
import { MatrixTab } from './matrix-tab.tsx';
import { PictureTab } from './picture-tab.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { type PaneHandle, SourcePane } from './source-pane.tsx';
import { useAnswer } from './use-answer.ts';
import { useLinks } from './use-links.ts';
import { type Page, usePage } from './use-page.ts';
import { WhyTab } from './why-tab.tsx';

// The editor is as large as the rest of the page, and most visits do without it.
const EditTab = lazy(async () => ({ default: (await import('./edit-tab.tsx')).EditTab }));

/** The whole page. */
export function App({
  ask,
  first,
  notice,
}: {
  readonly ask: Ask;
  readonly first: PlaygroundState;
  readonly notice: string;
}): ReactElement {
  const page = usePage(first, notice);
  const [isSharing, setSharing] = useState(false);
  const panes = { modes: useRef<PaneHandle>(null), servers: useRef<PaneHandle>(null) };
  useLinks(ask, page);
  const take = async (files: readonly File[], pane?: PaneName) => {
    const { texts, problems } = await takeFiles(files, pane);
    const said = ['Opened.', ...problems].join(' ');
    // What was typed while a file was read stays.
    if (Object.keys(texts).length > 0) page.replace((now) => ({ ...now, files: { ...now.files, ...texts } }), said);
    else if (problems.length > 0) page.say(problems.join(' '));
  };
  const onDrop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void take([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; each pane has a button that opens a file.
    <div className="mge-surface pg-page" onDragOver={allowFiles} onDrop={onDrop}>
      <Header page={page} onShare={() => setSharing(true)} />
      <p className="pg-notice" role="status">
        {page.notice}
      </p>
      <main className="pg-main">
        <Sources page={page} panes={panes} onFiles={take} />
        <Answers
          ask={ask}
          page={page}
          onReveal={(file, place) => panes[file === modesPlace ? 'modes' : 'servers'].current?.reveal(place)}
        />
      </main>
      {isSharing && <ShareDialog ask={ask} state={page.state} onClose={() => setSharing(false)} />}
    </div>
  );
}

/** A file that is dropped beside a pane would otherwise open in place of the page. */
function allowFiles(event: DragEvent): void {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault();
}

function Sources({
  page: { state, editFiles, say },
  panes,
  onFiles,
}: {
  readonly page: Page;
  readonly panes: Readonly<Record<PaneName, RefObject<PaneHandle | null>>>;
  readonly onFiles: (files: readonly File[], pane: PaneName) => Promise<void>;
}): ReactElement {
  const { modes, servers, serversPlace } = state.files;
  return (
    <div className="pg-sources">
      <SourcePane
        label={modesPlace}
        ref={panes.modes}
        text={modes}
        place={<h2 className="pg-pane-title">{modesPlace}</h2>}
        onChange={(text) => editFiles({ modes: text })}
        onFiles={(files) => void onFiles(files, 'modes')}
        onProblem={say}
      />
      <SourcePane
        label="mcp.json"
        ref={panes.servers}
        text={servers}
        place={
          <>
            <h2 className="mge-hidden">mcp.json</h2>
            <select
              className="pg-pane-title"
              aria-label="Where the servers are"
              value={serversPlace}
              onChange={(event) => editFiles({ serversPlace: event.target.value as ServerPlace })}
            >
              {serverPlaces.map((place) => (
                <option key={place}>{place}</option>
              ))}
            </select>
          </>
        }
        onChange={(text) => editFiles({ servers: text })}
        onFiles={(files) => void onFiles(files, 'servers')}
        onProblem={say}
      />
    </div>
  );
}

const tabs = {
  findings: 'Findings',
  matrix: 'Matrix',
  picture: 'Picture',
  why: 'Why',
  changes: 'Changes',
  edit: 'Edit',
} as const;

type TabName = keyof typeof tabs;

function Answers({
  ask,
  page,
  onReveal,
}: {
  readonly ask: Ask;
  readonly page: Page;
  readonly onReveal: Parameters<typeof FindingsTab>[0]['onReveal'];
}): ReactElement {
  const { state, editQuestion, replace, say } = page;
  const { files, question } = state;
  const [tab, setTab] = useState<TabName>(state.before === undefined ? 'findings' : 'changes');
  const [filter, setFilter] = useState('');
  const [kept, setKept] = useState<KeptDraft>();
  const asked = useMemo(() => ({ kind: 'report', files, filter }) as const, [files, filter]);
  const { answer: report, failure, isBusy } = useAnswer(ask, asked);
  const count = report === undefined ? 0 : report.counts.error + report.counts.warning + report.counts.info;
  return (
    <Tabs.Root className="pg-answers" value={tab} onValueChange={(next) => setTab(next as TabName)}>
      <Tabs.List className="mge-tabs pg-tabs" aria-label="Answers">
        {(Object.keys(tabs) as TabName[]).map((name) => (
          <Tabs.Trigger key={name} value={name} className="mge-tab">
            {tabs[name]}
            {name === 'findings' && count > 0 && <span className="pg-count">{count}</span>}
          </Tabs.Trigger>
        ))}
        <span className="pg-busy" aria-hidden="true" data-busy={isBusy} />
      </Tabs.List>
      {(Object.keys(tabs) as TabName[]).map((name) => (
        <Tabs.Content key={name} value={name} className="pg-panel">
          {failure !== undefined && <Failure text={failure} />}
          {report === undefined ? (
            failure === undefined && (
              <p className="mge-empty" role="status">
                Reading the files…
              </p>
            )
          ) : (
            <Suspense fallback={<p className="mge-empty">Loading the editor…</p>}>
              {name === 'findings' && <FindingsTab report={report} onReveal={onReveal} />}
              {name === 'matrix' && (
                <MatrixTab
                  report={report}
                  filter={filter}
                  onFilter={setFilter}
                  onWhy={(mode, target) => {
                    editQuestion({ mode, target });
                    setTab('why');
                  }}
                />
              )}
              {name === 'picture' && (
                <PictureTab
                  ask={ask}
                  files={files}
                  mode={question.mode}
                  report={report}
                  onMode={(mode) => editQuestion({ mode })}
                />
              )}
              {name === 'why' && (
                <WhyTab
                  ask={ask}
                  files={files}
                  question={question}
                  report={report}
                  onChange={editQuestion}
                  onReveal={onReveal}
                />
              )}
              {name === 'changes' && <ChangesTab ask={ask} page={page} />}
              {name === 'edit' && (
                <EditTab
                  ask={ask}
                  files={files}
                  mode={question.mode}
                  report={report}
                  kept={kept}
                  onKeep={setKept}
                  onMode={(mode) => editQuestion({ mode })}
                  onWrite={(modes) =>
                    replace((now) => ({ ...now, files: { ...now.files, modes } }), 'Written into .roomodes.')
                  }
                  onProblem={say}
                />
              )}
            </Suspense>
          )}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
