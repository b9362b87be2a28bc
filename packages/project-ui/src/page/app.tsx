import { BrokenFiles, FindingList, Placeholder, useAnswer, useStrings } from '@modegate/restrictions-editor/views';
import * as Tabs from '@radix-ui/react-tabs';
import { type ReactElement, type ReactNode, useCallback, useEffect, useState } from 'react';
import type { AuditEntry, ProjectOverview } from '../wire.ts';
import type { Api } from './api.ts';
import { type PageLocation, readLocation, type Tab, tabs, writeLocation } from './page-location.ts';
import { ModeMenu } from './parts/mode-list.tsx';
import { type PageConnection, TopBar, type TopBarProps } from './parts/top-bar.tsx';
import { AuditView } from './views/audit-view.tsx';
import { EditView } from './views/edit-view.tsx';
import { MatrixView } from './views/matrix-view.tsx';
import { ModeOverviewTab } from './views/mode-tab.tsx';
import { TasksView } from './views/tasks-view.tsx';
import { TryIt } from './views/try-it.tsx';

interface AppProps {
  readonly api: Api;
  /** Called if the credential is refused; absent if the user cannot enter another credential. */
  readonly onLocked?: (() => void) | undefined;
  /** Called when the user wants the credential to be forgotten; absent if the user did not enter one. */
  readonly onLeave?: (() => void) | undefined;
}

/** The project page. */
export function ProjectPage({ api, onLocked, onLeave }: AppProps): ReactElement {
  const strings = useStrings();
  const { round, connection, entries } = useEvents(api);
  useEffect(() => {
    if (connection === 'locked') onLocked?.();
  }, [connection, onLocked]);
  const { answer: overview, failure } = useAnswer(api.overview, undefined, { round });
  if (overview === undefined)
    return (
      <main className="mge-surface ui-locked">
        <h1>{strings.product}</h1>
        <Placeholder text={strings.readingProject} failure={failure} />
      </main>
    );
  return <Project {...{ api, overview, round, connection, entries, onLeave }} />;
}

const maxEntries = 500;

function useEvents(api: Api) {
  const [round, setRound] = useState(0);
  const [connection, setConnection] = useState<PageConnection>('connected');
  const [entries, setEntries] = useState<readonly AuditEntry[]>([]);
  useEffect(
    () =>
      api.onEvent((event) => {
        if (event.type === 'lost') return setConnection(event.isLocked ? 'locked' : 'lost');
        if (event.type === 'audit') return setEntries((before) => [...before, ...event.entries].slice(-maxEntries));
        if (event.type === 'connected') {
          setConnection('connected');
          // A new stream begins by sending the last lines again.
          setEntries([]);
        }
        return setRound((before) => before + 1);
      }),
    [api],
  );
  return { round, connection, entries };
}

interface ProjectProps extends TopBarProps {
  readonly round: number;
  readonly entries: readonly AuditEntry[];
}

function Project({ api, overview, round, connection, entries, onLeave }: ProjectProps): ReactElement {
  const shown = useLocation(overview);
  const { location, mode, go, isChanged } = shown;
  const isOfMode = location.tab !== 'tasks';
  return (
    <div className="mge-surface ui">
      <TopBar api={api} overview={overview} connection={connection} onLeave={onLeave} />
      <div className="ui-body">
        <ModeMenu
          modes={overview.modes}
          value={isOfMode ? mode : undefined}
          onChange={(slug) => shown.chooseMode(slug, isOfMode ? location.tab : 'mode')}
          isChanged={isChanged}
        />
        <Tabs.Root asChild value={location.tab} onValueChange={(tab) => go({ tab: tab as Tab })}>
          <main className="ui-main">
            <TabList overview={overview} isChanged={isChanged} />
            <Views {...{ api, overview, round, entries, shown }} />
          </main>
        </Tabs.Root>
      </div>
    </div>
  );
}

function TabList({
  overview,
  isChanged,
}: Pick<ProjectProps, 'overview'> & { readonly isChanged: boolean }): ReactElement {
  const strings = useStrings();
  return (
    <Tabs.List className="ui-tabs" aria-label={strings.pageViews}>
      {tabs
        .filter((tab) => overview.mayEdit || tab !== 'edit')
        .map((tab) => (
          <Tabs.Trigger key={tab} className="ui-tab" value={tab}>
            {strings.pageTabs[tab]}
            {tab === 'findings' && overview.findings.length > 0 && (
              <span className="mge-badge">{overview.findings.length}</span>
            )}
            {tab === 'edit' && isChanged && <span className="ui-dot" title={strings.notSaved} />}
          </Tabs.Trigger>
        ))}
    </Tabs.List>
  );
}

interface ViewsProps extends Pick<ProjectProps, 'api' | 'overview' | 'round' | 'entries'> {
  readonly shown: ShownLocation;
}

function Views({ api, overview, round, entries, shown }: ViewsProps): ReactElement {
  const strings = useStrings();
  const { location, mode, target, go } = shown;
  const { mayEdit, mayFix, checkFailure } = overview;
  const isEditing = location.tab === 'edit';
  const question = { mode };
  const views: Readonly<Partial<Record<Tab, ReactNode>>> = {
    mode: <ModeOverviewTab {...{ api, overview, round, question }} ask={api.mode} />,
    try: <TryIt {...{ api, mode, round, target }} />,
    matrix: <MatrixView {...{ api, mode, round }} onAsk={shown.tryOut} />,
    tasks: <TasksView {...{ api, overview, round }} task={location.task} onTask={(task) => go({ task })} />,
    findings:
      checkFailure === undefined ? (
        <FindingList findings={overview.findings} onFix={mayFix ? api.fix : undefined} />
      ) : (
        <Placeholder text="" failure={`${strings.notChecked} ${checkFailure}`} />
      ),
    audit: <AuditView file={overview.auditFile} entries={entries} />,
  };
  return (
    <div className="ui-views">
      <BrokenFiles files={overview.broken} />
      {tabs.map((tab) =>
        tab === 'edit' ? (
          // Unsaved changes exist only in the editor, so switching to another view merely hides it.
          mayEdit && (
            <Tabs.Content key={tab} value={tab} forceMount hidden={!isEditing} tabIndex={-1}>
              <EditView api={api} mode={mode} isShown={isEditing} onChangedChange={shown.setIsChanged} />
            </Tabs.Content>
          )
        ) : (
          <Tabs.Content key={tab} value={tab} tabIndex={-1}>
            {views[tab]}
          </Tabs.Content>
        ),
      )}
    </div>
  );
}

type ShownLocation = ReturnType<typeof useLocation>;

/**
 * Manages the state of the address and of the editor. Leaving a mode with unsaved changes requires the user's consent.
 */
function useLocation(overview: ProjectOverview) {
  const strings = useStrings();
  const [location, setLocation] = useState(() => readLocation(overview));
  const [isChanged, setIsChanged] = useState(false);
  // The tool to check, as requested by another view.
  const [target, setTarget] = useState<string>();
  useWarning(isChanged);
  const go = useCallback((next: Partial<PageLocation>) => {
    setLocation((before) => writeLocation({ ...before, ...next }));
  }, []);
  const isKnown = overview.modes.some(({ slug }) => slug === location.mode);
  // A mode with unsaved changes stays selected, even if its file is broken for a moment.
  const mode = isKnown || isChanged ? location.mode : (overview.modes[0]?.slug ?? '');
  const chooseMode = (slug: string, tab: Tab) => {
    if (slug === mode || !isChanged || confirm(strings.leaveUnsaved(mode))) go({ mode: slug, tab });
  };
  const tryOut = (slug: string, tool: string) => {
    setTarget(tool);
    chooseMode(slug, 'try');
  };
  return { location, mode, target, isChanged, setIsChanged, go, chooseMode, tryOut };
}

/** The browser asks for confirmation before it closes a tab with unsaved changes. */
function useWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);
}
