import * as Tabs from '@radix-ui/react-tabs';
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  type Act,
  applyAct,
  type CompiledDraft,
  closedLists,
  compileDraft,
  countRows,
  type EditorProject,
  filterRows,
  listRows,
  type McpRestrictionsValue,
  type ModeDraft,
  measureMode,
  openProject,
  type RowQuery,
  type RowSubject,
  readDraft,
  setClosed,
  visibleSubjects,
} from '../model/index.ts';
import { showName } from '../views/shown-text.tsx';
import type { EditorStrings } from '../words/words.ts';
import { StringsContext, useStrings } from '../words/words.ts';
import { FilterBar } from './filter-bar.tsx';
import { PermissionsPanel } from './panels/permissions-panel.tsx';
import { Problems } from './panels/problems.tsx';
import { RulesPanel } from './panels/rules-panel.tsx';
import { TextPanel } from './panels/text-panel.tsx';
import { WhyPanel } from './panels/why-panel.tsx';
import { Choice } from './parts/choice.tsx';
import { ToolMeter } from './parts/tool-meter.tsx';
import { McpServerSelector } from './tree/mcp-server-selector.tsx';
import { McpToolSelector } from './tree/mcp-tool-selector.tsx';

/** What the editor shows, and what it hands out. */
export interface McpRestrictionsEditorProps {
  readonly project: EditorProject;
  /** Slug of the mode that is edited. */
  readonly mode: string;
  /** The restrictions as edited; undefined: the mode has none. */
  readonly value: McpRestrictionsValue;
  readonly onChange: (value: McpRestrictionsValue) => void;
  /** The groups as edited elsewhere. Default: as in the file. */
  readonly groups?: ModeDraft['groups'];
  readonly readOnly?: boolean | undefined;
  /** Default: the strings of the nearest editor around it, which are English. */
  readonly strings?: EditorStrings | undefined;
}

/** Edits what MCP servers and tools one mode may use. Controlled: what it shows is `value`, and every act comes out of `onChange`. */
export function McpRestrictionsEditor({ strings, ...props }: McpRestrictionsEditorProps): ReactElement {
  const inherited = useStrings();
  return (
    <StringsContext.Provider value={strings ?? inherited}>
      <Editor {...props} />
    </StringsContext.Provider>
  );
}

function Editor(props: Omit<McpRestrictionsEditorProps, 'strings'>): ReactElement {
  const { mode, readOnly = false } = props;
  const strings = useStrings();
  const work = useRestrictions(props);
  const { compiled, rows } = work;
  const [query, setQuery] = useState<RowQuery>({ filter: 'all', search: '' });
  const [active, setActive] = useState<RowSubject>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const search = useRef<{ focus: () => void }>(null);
  const visible = useMemo(() => filterRows(rows, query), [rows, query]);
  const subjects = useMemo(() => visibleSubjects(visible), [visible]);
  const isNarrowed = query.search.trim() !== '' || query.filter !== 'all';
  // What a person looks for is shown; otherwise a few servers are open and many are not.
  const expanded = useMemo(
    () =>
      isNarrowed || (chosen === undefined && rows.length <= 3)
        ? new Set(visible.map(({ server }) => server))
        : (chosen ?? new Set<string>()),
    [isNarrowed, chosen, visible, rows.length],
  );
  const shownActive = active ?? (visible[0] === undefined ? undefined : { server: visible[0].server });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== '/' || (event.target as Element).matches('input, select, textarea')) return;
    event.preventDefault();
    search.current?.focus();
  };
  const actOn = (act: Act, subject: RowSubject) => work.act(act, [subject]);

  return (
    <section className="mge" aria-label={strings.restrictionsOf(mode)} onKeyDown={onKeyDown}>
      <ToolMeter measure={useMemo(() => measureMode(compiled, rows), [compiled, rows])} />
      <Problems compiled={compiled} />
      <div className="mge-columns">
        <Tabs.Root className="mge-main" defaultValue="tools">
          <FilterBar
            query={query}
            counts={useMemo(() => countRows(rows), [rows])}
            searchRef={search}
            onChange={setQuery}
          />
          <div className="mge-bar">
            <Tabs.List className="mge-tabs" aria-label={strings.viewLabel}>
              <Tab value="tools">{strings.editorViews.tools}</Tab>
              <Tab value="servers">{strings.editorViews.servers}</Tab>
            </Tabs.List>
            {!readOnly && (
              <div className="mge-bulk">
                <button
                  type="button"
                  className="mge-button"
                  disabled={subjects.length === 0}
                  onClick={() => work.act('allow', subjects)}
                >
                  {strings.bulkAllow(subjects.length)}
                </button>
                <button
                  type="button"
                  className="mge-button"
                  disabled={subjects.length === 0}
                  onClick={() => work.act('deny', subjects)}
                >
                  {strings.bulkDeny(subjects.length)}
                </button>
              </div>
            )}
          </div>
          <Tabs.Content value="tools" className="mge-panel" tabIndex={-1}>
            {visible.length === 0 ? (
              <p className="mge-empty">{rows.length === 0 ? strings.noServers : strings.nothingFound}</p>
            ) : (
              <McpToolSelector
                rows={visible}
                active={shownActive}
                onActiveChange={setActive}
                expanded={expanded}
                onExpandedChange={setChosen}
                onAct={actOn}
                readOnly={readOnly}
              />
            )}
          </Tabs.Content>
          <Tabs.Content value="servers" className="mge-panel" tabIndex={-1}>
            {visible.length === 0 ? (
              <p className="mge-empty">{rows.length === 0 ? strings.noServers : strings.nothingFound}</p>
            ) : (
              <McpServerSelector rows={visible} value={props.value} onAct={actOn} readOnly={readOnly} />
            )}
          </Tabs.Content>
          <Unlisted work={work} readOnly={readOnly} />
        </Tabs.Root>
        <Tabs.Root className="mge-side" defaultValue="why">
          <Tabs.List className="mge-tabs" aria-label={strings.tabsLabel}>
            {(['why', 'rules', 'text', 'permissions'] as const).map((tab) => (
              <Tab key={tab} value={tab}>
                {strings.detailTabs[tab]}
                {tab === 'text' && compiled.changed && <span className="mge-dot" />}
              </Tab>
            ))}
          </Tabs.List>
          <Tabs.Content value="why" className="mge-panel">
            <WhyPanel compiled={compiled} rows={rows} active={shownActive} readOnly={readOnly} onAct={actOn} />
          </Tabs.Content>
          <Tabs.Content value="rules" className="mge-panel">
            <RulesPanel compiled={compiled} rows={rows} readOnly={readOnly} onChange={work.change} />
          </Tabs.Content>
          <Tabs.Content value="text" className="mge-panel">
            <TextPanel compiled={compiled} />
          </Tabs.Content>
          <Tabs.Content value="permissions" className="mge-panel">
            <PermissionsPanel compiled={compiled} />
          </Tabs.Content>
        </Tabs.Root>
      </div>
      <p className="mge-live" role="status">
        {work.said}
      </p>
    </section>
  );
}

function Tab({ value, children }: { readonly value: string; readonly children: ReactNode }): ReactElement {
  return (
    <Tabs.Trigger value={value} className="mge-tab">
      {children}
    </Tabs.Trigger>
  );
}

/** What is not listed: the servers and tools that are added later. */
function Unlisted({ work, readOnly }: { readonly work: Work; readonly readOnly: boolean }): ReactElement {
  const strings = useStrings();
  const closed = closedLists(work.compiled.draft.restrictions);
  return (
    <div className="mge-unlisted">
      {(['servers', 'tools'] as const).map((list) => (
        <div key={list}>
          <span>{strings.unlisted[list]}</span>
          <Choice
            label={strings.unlisted[list]}
            value={closed[list] ? 'closed' : 'open'}
            disabled={readOnly}
            options={(['open', 'closed'] as const).map((value) => ({ value, label: strings.unlistedStates[value] }))}
            onChange={(value) => work.close(list, value === 'closed')}
          />
        </div>
      ))}
    </div>
  );
}

interface Work {
  readonly compiled: CompiledDraft;
  readonly rows: ReturnType<typeof listRows>;
  /** What the last act did. */
  readonly said: string;
  readonly act: (act: Act, subjects: readonly RowSubject[]) => void;
  readonly change: (value: McpRestrictionsValue) => void;
  readonly close: (list: 'servers' | 'tools', closed: boolean) => void;
}

/** The draft over the project, and the acts on it. */
function useRestrictions({ project, mode, value, groups, onChange }: McpRestrictionsEditorProps): Work {
  const strings = useStrings();
  const [said, setSaid] = useState('');
  const opened = useMemo(() => openProject(project), [project]);
  const draft = useMemo(() => {
    const kept = groups ?? readDraft(opened, mode).groups;
    return { slug: mode, ...(kept === undefined ? {} : { groups: kept }), restrictions: value };
  }, [opened, mode, groups, value]);
  const compiled = useMemo(() => compileDraft(opened, draft), [opened, draft]);
  const rows = useMemo(() => listRows(compiled), [compiled]);
  // Two acts before the next drawing must both count, so each starts from what the one before it handed out.
  const latest = useRef<ModeDraft>(draft);
  useLayoutEffect(() => {
    latest.current = draft;
  }, [draft]);
  const change = (next: McpRestrictionsValue) => {
    latest.current = { ...latest.current, restrictions: next };
    onChange(next);
  };
  const act = (kind: Act, subjects: readonly RowSubject[]) => {
    const { restrictions, changed, refused } = applyAct(opened, latest.current, { act: kind, subjects });
    change(restrictions);
    const [first] = refused;
    const why =
      first === undefined
        ? ''
        : `${strings.cannotChange(showName(first.subject.tool ?? first.subject.server))}: ${first.cause === 'name' ? strings.nameHasWildcard : (first.reason ?? '')}`;
    setSaid(`${strings.actDone(kind, changed.length, refused.length)} ${why}`.trim());
  };
  const close = (list: 'servers' | 'tools', closed: boolean) =>
    change(setClosed(opened, latest.current, { list, closed }));
  return { compiled, rows, said, act, change, close };
}
