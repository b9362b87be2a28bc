import * as Tabs from '@radix-ui/react-tabs';
import { type ReactElement, useCallback, useEffect, useMemo, useState } from 'react';
import type { AuditEntry, ProjectOverview } from '../wire.ts';
import type { Api } from './api.ts';
import { ModeList } from './parts/mode-list.tsx';
import { type Link, TopBar } from './parts/top-bar.tsx';
import { readPlace, type Tab, tabs, writePlace } from './place.ts';
import { useAsked } from './use-asked.ts';
import { AuditView } from './views/audit-view.tsx';
import { EditView } from './views/edit-view.tsx';
import { FindingsView } from './views/findings-view.tsx';
import { MatrixTable } from './views/matrix-table.tsx';
import { ModeView } from './views/mode-view.tsx';
import { TryIt } from './views/try-it.tsx';

/** The page. */
export function App({ api }: { readonly api: Api }): ReactElement {
  const { round, link, entries } = useHappenings(api);
  const { answer: overview, failure } = useAsked<ProjectOverview>(api, { name: 'overview', round });
  if (overview === undefined)
    return (
      <main className="mge-surface ui-locked">
        <h1>Modegate</h1>
        {failure === undefined ? <p role="status">Reading the project…</p> : <p role="alert">{failure}</p>}
      </main>
    );
  return <Project api={api} overview={overview} round={round} link={link} entries={entries} />;
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
}

function Project({ api, overview, round, link, entries }: ProjectProps): ReactElement {
  const [place, setPlace] = useState(() => readPlace(overview));
  const [isChanged, setIsChanged] = useState(false);
  const [tried, setTried] = useState<string>();
  const isKnown = overview.modes.some(({ slug }) => slug === place.mode);
  // A mode with changes that are not saved stays, though its file may be broken for a moment.
  const mode = isKnown || isChanged ? place.mode : (overview.modes[0]?.slug ?? '');
  useWarning(isChanged);
  const go = useCallback((next: { readonly mode?: string; readonly tab?: Tab }) => {
    setPlace((before) => writePlace({ ...before, ...next }));
  }, []);
  const chooseMode = (slug: string) => {
    if (slug === mode) return;
    if (isChanged && !confirm(`What you changed in ${mode} is not saved and would be lost. Go on?`)) return;
    go({ mode: slug });
  };
  const tryOut = (target: string) => {
    setTried(target);
    go({ tab: 'try' });
  };
  const matrix = useMemo(() => ({ name: 'matrix', round }), [round]);
  return (
    <div className="mge-surface ui">
      <TopBar api={api} overview={overview} link={link} />
      <div className="ui-body">
        <ModeList modes={overview.modes} value={mode} onChange={chooseMode} isChanged={isChanged} />
        <Tabs.Root asChild value={place.tab} onValueChange={(tab) => go({ tab: tab as Tab })}>
          <main className="ui-main">
            <Tabs.List className="ui-tabs" aria-label="Views">
              {tabs.map(({ tab, label }) => (
                <Tabs.Trigger key={tab} className="ui-tab" value={tab}>
                  {label}
                  {tab === 'findings' && overview.findings.length > 0 && (
                    <span className="mge-badge">{overview.findings.length}</span>
                  )}
                  {tab === 'edit' && isChanged && <span className="ui-dot" title="not saved" />}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            <div className="ui-views">
              <Tabs.Content value="mode" tabIndex={-1}>
                <ModeView api={api} mode={mode} round={round} overview={overview} />
              </Tabs.Content>
              {/* What is not saved yet lives in the editor, so another view only hides it. */}
              <Tabs.Content value="edit" forceMount hidden={place.tab !== 'edit'} tabIndex={-1}>
                <EditView api={api} mode={mode} isShown={place.tab === 'edit'} onChangedChange={setIsChanged} />
              </Tabs.Content>
              <Tabs.Content value="try" tabIndex={-1}>
                <TryIt api={api} mode={mode} round={round} tried={tried} />
              </Tabs.Content>
              <Tabs.Content value="matrix" tabIndex={-1}>
                <MatrixTable api={api} question={matrix} mode={mode} onTry={tryOut} />
              </Tabs.Content>
              <Tabs.Content value="findings" tabIndex={-1}>
                <FindingsView api={api} findings={overview.findings} />
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
