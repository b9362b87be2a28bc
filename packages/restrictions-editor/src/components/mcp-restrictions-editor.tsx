import * as Tabs from '@radix-ui/react-tabs';
import { type KeyboardEvent, type ReactElement, type ReactNode, useMemo, useRef } from 'react';
import { closedLists } from '../model/apply-act.ts';
import { type Act, countRows, type McpRestrictionsValue, measureMode, type RowSubject } from '../model/index.ts';
import { Button } from '../views/button.tsx';
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
import { type McpRestrictionsEditorProps, type RestrictionsDraft, useRestrictions } from './use-restrictions.ts';
import { type TreeView, useTreeView } from './use-tree-view.ts';

/**
 * Edits the MCP servers and tools that one mode may use. Controlled: shows `value`, and reports every action to
 * `onChange`.
 */
export function McpRestrictionsEditor({ strings, ...props }: McpRestrictionsEditorProps): ReactElement {
  const inherited = useStrings();
  return (
    <StringsContext.Provider value={strings ?? inherited}>
      <Editor {...props} />
    </StringsContext.Provider>
  );
}

type EditorProps = Omit<McpRestrictionsEditorProps, 'strings'>;

function Editor(props: EditorProps): ReactElement {
  const { mode, readOnly = false } = props;
  const strings = useStrings();
  const draft = useRestrictions(props);
  const view = useTreeView(draft.rows);
  const search = useRef<{ focus: () => void }>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== '/' || (event.target as Element).matches('input, select, textarea')) return;
    event.preventDefault();
    search.current?.focus();
  };
  const { compiled, rows } = draft;
  return (
    <section className="mge" aria-label={strings.restrictionsOf(mode)} onKeyDown={onKeyDown}>
      <ToolMeter measure={useMemo(() => measureMode(compiled, rows), [compiled, rows])} />
      <Problems compiled={compiled} />
      <div className="mge-columns">
        <Tabs.Root className="mge-main" defaultValue="tools">
          <FilterBar
            query={view.query}
            counts={useMemo(() => countRows(rows), [rows])}
            searchRef={search}
            onChange={view.setQuery}
          />
          <ViewBar draft={draft} view={view} readOnly={readOnly} />
          <p className="mge-live" role="status">
            {draft.notice}
          </p>
          <Selectors draft={draft} view={view} value={props.value} readOnly={readOnly} />
          <Unlisted draft={draft} readOnly={readOnly} />
        </Tabs.Root>
        <Details draft={draft} view={view} readOnly={readOnly} />
      </div>
    </section>
  );
}

interface PartProps {
  readonly draft: RestrictionsDraft;
  readonly view: TreeView;
  readonly readOnly: boolean;
}

/** Selects the view, and applies actions to all visible rows. */
function ViewBar({ draft, view: { subjects }, readOnly }: PartProps): ReactElement {
  const strings = useStrings();
  return (
    <div className="mge-bar">
      <Tabs.List className="mge-tabs" aria-label={strings.viewLabel}>
        <Tab value="tools">{strings.editorViews.tools}</Tab>
        <Tab value="servers">{strings.editorViews.servers}</Tab>
      </Tabs.List>
      {!readOnly && (
        <div className="mge-bulk">
          {(['allow', 'deny'] as const).map((act) => (
            <Button key={act} disabled={subjects.length === 0} onClick={() => draft.act(act, subjects)}>
              {(act === 'allow' ? strings.bulkAllow : strings.bulkDeny)(subjects.length)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

interface SelectorsProps extends PartProps {
  readonly value: McpRestrictionsValue;
}

/** Selectors for tools and servers. */
function Selectors({ draft, view, value, readOnly }: SelectorsProps): ReactElement {
  const strings = useStrings();
  const { visible } = view;
  const onAct = (act: Act, subject: RowSubject) => draft.act(act, [subject]);
  const selectors = {
    tools: (
      <McpToolSelector
        rows={visible}
        active={view.active}
        onActiveChange={view.setActive}
        expanded={view.expanded}
        onExpandedChange={view.setExpanded}
        onAct={onAct}
        readOnly={readOnly}
      />
    ),
    servers: <McpServerSelector rows={visible} value={value} onAct={onAct} readOnly={readOnly} />,
  };
  const nothing = draft.rows.length === 0 ? strings.noServers : strings.nothingFound;
  return (
    <>
      {(['tools', 'servers'] as const).map((name) => (
        <Tabs.Content key={name} value={name} className="mge-panel" tabIndex={-1}>
          {visible.length === 0 ? <p className="mge-empty">{nothing}</p> : selectors[name]}
        </Tabs.Content>
      ))}
    </>
  );
}

/** Panels that show the reason for a row's state, and the draft's rules, text and permissions. */
function Details({ draft, view, readOnly }: PartProps): ReactElement {
  const strings = useStrings();
  const { compiled, rows } = draft;
  const onAct = (act: Act, subject: RowSubject) => draft.act(act, [subject]);
  const panels = {
    why: <WhyPanel compiled={compiled} rows={rows} active={view.active} readOnly={readOnly} onAct={onAct} />,
    rules: <RulesPanel compiled={compiled} rows={rows} readOnly={readOnly} onChange={draft.change} />,
    text: <TextPanel compiled={compiled} />,
    permissions: <PermissionsPanel compiled={compiled} />,
  };
  const names = ['why', 'rules', 'text', 'permissions'] as const;
  return (
    <Tabs.Root className="mge-side" defaultValue="why">
      <Tabs.List className="mge-tabs" aria-label={strings.tabsLabel}>
        {names.map((name) => (
          <Tab key={name} value={name}>
            {strings.detailTabs[name]}
            {name === 'text' && compiled.changed && <span className="mge-dot" />}
          </Tab>
        ))}
      </Tabs.List>
      {names.map((name) => (
        <Tabs.Content key={name} value={name} className="mge-panel">
          {panels[name]}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

function Tab({ value, children }: { readonly value: string; readonly children: ReactNode }): ReactElement {
  return (
    <Tabs.Trigger value={value} className="mge-tab">
      {children}
    </Tabs.Trigger>
  );
}

/** A switch that controls servers added later, and one that controls tools added later. */
function Unlisted({ draft, readOnly }: Pick<PartProps, 'draft' | 'readOnly'>): ReactElement {
  const strings = useStrings();
  const closed = closedLists(draft.compiled.draft.restrictions);
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
            onChange={(value) => draft.close(list, value === 'closed')}
          />
        </div>
      ))}
    </div>
  );
}
