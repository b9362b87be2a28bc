import type { FindingLines } from '@modegate/restrictions-editor/model';
import { Failure, Placeholder, useAnswer } from '@modegate/restrictions-editor/views';
import * as Tabs from '@radix-ui/react-tabs';
import {
  type DragEvent,
  lazy,
  type ReactElement,
  type ReactNode,
  type RefObject,
  Suspense,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Overview } from '../answers/questions.ts';
import {
  modesLocation,
  type PlaygroundState,
  type ServerLocation,
  serverFilePaths,
} from '../state/playground-state.ts';
import type { Ask } from '../worker/ask-worker.ts';
import { ChangesTab } from './changes-tab.tsx';
import type { SavedDraft } from './edit-tab.tsx';
import { Header } from './header.tsx';
import { type PageState, usePageState } from './page-state.ts';
import { createAnswers, typingMs } from './playground-answers.ts';
import { type PaneName, readFiles } from './read-files.ts';
import { ShareDialog } from './share-dialog.tsx';
import { type PaneHandle, SourcePane } from './source-pane.tsx';
import { FindingsTab, MatrixTab, ModeTab, WhyTab } from './tabs.tsx';
import { useLinks } from './use-links.ts';

// The editor is as large as the rest of the page, and is not needed on most visits.
const EditTab = lazy(async () => ({ default: (await import('./edit-tab.tsx')).EditTab }));

interface AppProps {
  readonly ask: Ask;
  readonly first: PlaygroundState;
  readonly notice: string;
}

/** The whole page. */
export function Playground({ ask, first, notice }: AppProps): ReactElement {
  const page = usePageState(first, notice);
  const [isSharing, setSharing] = useState(false);
  const panes = { modes: useRef<PaneHandle>(null), servers: useRef<PaneHandle>(null) };
  useLinks(ask, page);
  const open = async (files: readonly File[], pane?: PaneName) => {
    const { texts, problems } = await readFiles(files, pane);
    const notices = ['Opened.', ...problems].join(' ');
    // Preserves text that was typed while a file was being read.
    if (Object.keys(texts).length > 0) page.replace((now) => ({ ...now, files: { ...now.files, ...texts } }), notices);
    else if (problems.length > 0) page.notify(problems.join(' '));
  };
  const onDrop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void open([...event.dataTransfer.files]);
  };
  const reveal = (file: string, range: FindingLines) =>
    panes[file === modesLocation ? 'modes' : 'servers'].current?.reveal(range);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for mouse users; each pane has a button that opens a file
    <div className="mge-surface pg-page" onDragOver={allowFiles} onDrop={onDrop}>
      <Header page={page} onShare={() => setSharing(true)} />
      <p className="pg-notice" role="status">
        {page.notice}
      </p>
      <main className="pg-main">
        <Sources page={page} panes={panes} onFiles={open} />
        <Views ask={ask} page={page} onReveal={reveal} />
      </main>
      {isSharing && <ShareDialog ask={ask} state={page.state} onClose={() => setSharing(false)} />}
    </div>
  );
}

/** Allows files to be dropped anywhere on the page; otherwise, a file dropped next to a pane would replace the page. */
function allowFiles(event: DragEvent): void {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault();
}

interface SourcesProps {
  readonly page: PageState;
  readonly panes: Readonly<Record<PaneName, RefObject<PaneHandle | null>>>;
  readonly onFiles: (files: readonly File[], pane: PaneName) => Promise<void>;
}

function Sources({ page: { state, editFiles, notify }, panes, onFiles }: SourcesProps): ReactElement {
  const { modes, servers, serversPlace } = state.files;
  return (
    <div className="pg-sources">
      <SourcePane
        label={modesLocation}
        ref={panes.modes}
        text={modes}
        title={<h2 className="pg-pane-title">{modesLocation}</h2>}
        onChange={(text) => editFiles({ modes: text })}
        onFiles={(files) => void onFiles(files, 'modes')}
        onProblem={notify}
      />
      <SourcePane
        label="mcp.json"
        ref={panes.servers}
        text={servers}
        title={
          <>
            <h2 className="mge-hidden">mcp.json</h2>
            <select
              className="pg-pane-title"
              aria-label="Server configuration file"
              value={serversPlace}
              onChange={(event) => editFiles({ serversPlace: event.target.value as ServerLocation })}
            >
              {serverFilePaths.map((place) => (
                <option key={place}>{place}</option>
              ))}
            </select>
          </>
        }
        onChange={(text) => editFiles({ servers: text })}
        onFiles={(files) => void onFiles(files, 'servers')}
        onProblem={notify}
      />
    </div>
  );
}

const tabs = {
  findings: 'Findings',
  matrix: 'Matrix',
  mode: 'Overview',
  why: 'Why',
  changes: 'Changes',
  edit: 'Edit',
} as const;

type TabName = keyof typeof tabs;
const tabNames = Object.keys(tabs) as readonly TabName[];

interface ViewsProps {
  readonly ask: Ask;
  readonly page: PageState;
  readonly onReveal: (file: string, range: FindingLines) => void;
}

function Views({ ask, page, onReveal }: ViewsProps): ReactElement {
  const { files, before } = page.state;
  const [tab, setTab] = useState<TabName>(before === undefined ? 'findings' : 'changes');
  const [filter, setFilter] = useState('');
  const [draft, setDraft] = useState<SavedDraft>();
  const answers = useMemo(() => createAnswers(ask, files), [ask, files]);
  const { answer: overview, failure, isBusy } = useAnswer(answers.overview, undefined, { delayMs: typingMs });
  const onWhy = (mode: string, target: string) => {
    page.editQuestion({ mode, target });
    setTab('why');
  };
  const viewOf = (name: TabName, known: Overview): ReactNode => {
    const props = { answers, overview: known, page, onReveal };
    const views = {
      findings: <FindingsTab {...props} />,
      matrix: <MatrixTab {...props} filter={filter} onFilter={setFilter} onWhy={onWhy} />,
      mode: <ModeTab {...props} />,
      why: <WhyTab {...props} />,
      changes: <ChangesTab {...props} />,
      edit: <EditTab {...props} saved={draft} onSave={setDraft} />,
    };
    return views[name];
  };
  return (
    <Tabs.Root className="pg-answers" value={tab} onValueChange={(next) => setTab(next as TabName)}>
      <TabList overview={overview} isBusy={isBusy} />
      {tabNames.map((name) => (
        <Tabs.Content key={name} value={name} className="pg-panel">
          {failure !== undefined && <Failure text={failure} />}
          {overview === undefined && failure === undefined && (
            <Placeholder text="Reading the files…" failure={undefined} />
          )}
          <Suspense fallback={<p className="mge-empty">Loading the editor…</p>}>
            {overview !== undefined && name === tab && viewOf(name, overview)}
          </Suspense>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

interface TabListProps {
  readonly overview: Overview | undefined;
  readonly isBusy: boolean;
}

function TabList({ overview, isBusy }: TabListProps): ReactElement {
  const { error = 0, warning = 0, info = 0 } = overview?.counts ?? {};
  const count = error + warning + info;
  return (
    <Tabs.List className="mge-tabs pg-tabs" aria-label="Answers">
      {tabNames.map((name) => (
        <Tabs.Trigger key={name} value={name} className="mge-tab">
          {tabs[name]}
          {name === 'findings' && count > 0 && <span className="pg-count">{count}</span>}
        </Tabs.Trigger>
      ))}
      <span className="pg-busy" aria-hidden="true" data-busy={isBusy} />
    </Tabs.List>
  );
}
