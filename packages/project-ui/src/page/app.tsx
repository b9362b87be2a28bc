import * as Tabs from '@radix-ui/react-tabs';
import { type ReactElement, useCallback, useEffect, useMemo, useState } from 'react';
import type { AuditEntry, ProjectOverview } from '../wire.ts';
import type { Api } from './api.ts';
import { ModeList } from './parts/mode-list.tsx';
import { useStrings } from './parts/strings-context.ts';
import { type Link, TopBar } from './parts/top-bar.tsx';
import { type Place, readPlace, type Tab, tabs, writePlace } from './place.ts';
import { useAsked } from './use-asked.ts';
import { AuditView } from './views/audit-view.tsx';
import { EditView } from './views/edit-view.tsx';
import { FindingsView } from './views/findings-view.tsx';
import { MatrixTable } from './views/matrix-table.tsx';
import { ModeView } from './views/mode-view.tsx';
import { TasksView } from './views/tasks-view.tsx';
import { TryIt } from './views/try-it.tsx';

interface AppProps {
  readonly api: Api;
  /** Called where the credential does not hold, or no longer; absent where a person cannot give another. */
  readonly onLocked?: (() => void) | undefined;
  /** Called where a person wants the credential to be forgotten; absent where none was given. */
  readonly onLeave?: (() => void) | undefined;
}

/** The page. */
export function App({ api, onLocked, onLeave }: AppProps): ReactElement {
  const strings = useStrings();
  const { round, link, entries } = useHappenings(api);
  useEffect(() => {
    if (link === 'locked') onLocked?.();
  }, [link, onLocked]);
  const { answer: overview, failure } = useAsked<ProjectOverview>(api, { name: 'overview', round });
  if (overview === undefined)
    return (
      <main className="mge-surface ui-locked">
        <h1>{strings.product}</h1>
        {failure === undefined ? <p role="status">{strings.readingProject}</p> : <p role="alert">{failure}</p>}
      </main>
    );
  return <Project {...{ api, overview, round, link, entries, onLeave }} />;
}

const maxEntries = 500;

function useHappenings(api: Api) {
  const [round, setRound] = useState(0);
  const [link, setLink] = useState<Link>('connected');
  const [entries, setEntries] = useState<readonly AuditEntry[]>([]);
  useEffect(
    () =>
      api.onEvent((event) => {
        if (event.type === 'lost') return setLink(event.isLocked ? 'locked' : 'lost');
        if (event.type === 'audit') return setEntries((before) => [...before, ...event.entries].slice(-maxEntries));
        if (event.type === 'connected') {
          setLink('connected');
          // The stream begins with the last lines again.
          setEntries([]);
        }
        return setRound((before) => before + 1);
      }),
    [api],
  );
  return { round, link, entries };
}

interface ProjectProps {
  readonly api: Api;
  readonly overview: ProjectOverview;
  readonly round: number;
  readonly link: Link;
  readonly entries: readonly AuditEntry[];
  readonly onLeave: AppProps['onLeave'];
}

function Project({ api, overview, round, link, entries, onLeave }: ProjectProps): ReactElement {
  const strings = useStrings();
  const { mayEdit } = overview;
  const [place, setPlace] = useState(() => readPlace(overview));
  const [isChanged, setIsChanged] = useState(false);
  const [tried, setTried] = useState<string>();
  const isKnown = overview.modes.some(({ slug }) => slug === place.mode);
  // A mode with changes that are not saved stays, though its file may be broken for a moment.
  const mode = isKnown || isChanged ? place.mode : (overview.modes[0]?.slug ?? '');
  const isOfMode = place.tab !== 'tasks';
  useWarning(isChanged);
  const go = useCallback((next: Partial<Place>) => {
    setPlace((before) => writePlace({ ...before, ...next }));
  }, []);
  const chooseMode = (slug: string) => {
    if (slug !== mode && isChanged && !confirm(strings.leaveUnsaved(mode))) return;
    go({ mode: slug, tab: isOfMode ? place.tab : 'mode' });
  };
  const tryOut = (target: string) => {
    setTried(target);
    go({ tab: 'try' });
  };
  const matrix = useMemo(() => ({ name: 'matrix', round }), [round]);
  return (
    <div className="mge-surface ui">
      <TopBar api={api} overview={overview} link={link} onLeave={onLeave} />
      <div className="ui-body">
        <ModeList
          modes={overview.modes}
          value={isOfMode ? mode : undefined}
          onChange={chooseMode}
          isChanged={isChanged}
        />
        <Tabs.Root asChild value={place.tab} onValueChange={(tab) => go({ tab: tab as Tab })}>
          <main className="ui-main">
            <Tabs.List className="ui-tabs" aria-label={strings.views}>
              {tabs
                .filter((tab) => mayEdit || tab !== 'edit')
                .map((tab) => (
                  <Tabs.Trigger key={tab} className="ui-tab" value={tab}>
                    {strings.tabs[tab]}
                    {tab === 'findings' && overview.findings.length > 0 && (
                      <span className="mge-badge">{overview.findings.length}</span>
                    )}
                    {tab === 'edit' && isChanged && <span className="ui-dot" title={strings.notSaved} />}
                  </Tabs.Trigger>
                ))}
            </Tabs.List>
            <div className="ui-views">
              <Tabs.Content value="mode" tabIndex={-1}>
                <ModeView api={api} question={{ name: 'picture', body: { mode }, round }} overview={overview} />
              </Tabs.Content>
              {/* What is not saved yet lives in the editor, so another view only hides it. */}
              {mayEdit && (
                <Tabs.Content value="edit" forceMount hidden={place.tab !== 'edit'} tabIndex={-1}>
                  <EditView api={api} mode={mode} isShown={place.tab === 'edit'} onChangedChange={setIsChanged} />
                </Tabs.Content>
              )}
              <Tabs.Content value="try" tabIndex={-1}>
                <TryIt api={api} mode={mode} round={round} tried={tried} />
              </Tabs.Content>
              <Tabs.Content value="matrix" tabIndex={-1}>
                <MatrixTable api={api} question={matrix} mode={mode} onTry={tryOut} />
              </Tabs.Content>
              <Tabs.Content value="tasks" tabIndex={-1}>
                <TasksView {...{ api, overview, round }} task={place.task} onTask={(task) => go({ task })} />
              </Tabs.Content>
              <Tabs.Content value="findings" tabIndex={-1}>
                <FindingsView api={api} {...overview} />
              </Tabs.Content>
              <Tabs.Content value="audit" tabIndex={-1}>
                <AuditView file={overview.auditFile} entries={entries} />
              </Tabs.Content>
            </div>
          </main>
        </Tabs.Root>
      </div>
    </div>
  );
}

/** The browser asks before it closes a tab with something that is not saved. */
function useWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);
}
