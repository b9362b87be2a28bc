import { type FormEvent, type ReactElement, useId, useMemo, useState } from 'react';
import {
  addEntry,
  compileDraft,
  listEntries,
  type McpRestrictionsValue,
  matchEntry,
  removeEntry,
  type ServerRow,
} from '../../model/index.ts';
import { hasEntry, type ListedEntry } from '../../model/list-entries.ts';
import type { CompiledDraft } from '../../model/mode-draft.ts';
import { type EditableList, restrictionLists } from '../../model/restriction-entries.ts';
import { ShownName, showName } from '../../views/shown-text.tsx';
import { useStrings } from '../../words/words.ts';
import { Icon } from '../parts/icon.tsx';
import { Warning } from '../parts/warning.tsx';

interface RulesProps {
  readonly compiled: CompiledDraft;
  readonly rows: readonly ServerRow[];
  readonly readOnly: boolean;
  readonly onChange: (restrictions: McpRestrictionsValue) => void;
}

/** The entries as written, with the matches and contradictions of each, and a form for adding an entry. */
export function RulesPanel({ compiled, rows, readOnly, onChange }: RulesProps): ReactElement {
  const strings = useStrings();
  const entries = listEntries(compiled, rows);
  const { restrictions } = compiled.draft;
  const shownLists = restrictionLists.filter((list) => restrictions?.[list] !== undefined);
  return (
    <div>
      {shownLists.length === 0 && <p className="mge-muted">{strings.noRules}</p>}
      {shownLists.map((list) => (
        <section key={list} aria-label={strings.lists[list]}>
          <h3 className="mge-section-title">{strings.lists[list]}</h3>
          <ul className="mge-rules">
            {entries
              .filter((entry) => entry.list === list)
              .map((entry) => (
                <RuleItem
                  key={`${entry.index}`}
                  entry={entry}
                  onRemove={readOnly ? undefined : () => onChange(removeEntry(restrictions ?? {}, entry))}
                />
              ))}
          </ul>
          {Array.isArray(restrictions?.[list]) && restrictions[list].length === 0 && list.startsWith('allowed') && (
            <p className="mge-muted">{strings.listIsEmpty}</p>
          )}
        </section>
      ))}
      {!readOnly && (
        <NewRule compiled={compiled} rows={rows} onAdd={(entry) => onChange(addEntry(restrictions, entry))} />
      )}
    </div>
  );
}

interface RuleItemProps {
  readonly entry: ListedEntry;
  readonly onRemove: (() => void) | undefined;
}

function RuleItem({ entry, onRemove }: RuleItemProps): ReactElement {
  const strings = useStrings();
  const { serverName, toolName, matches, problem, conflictsWith } = entry;
  const name = showName(toolName === undefined ? serverName : `${serverName}/${toolName}`);
  return (
    <li className="mge-rule" data-conflict={conflictsWith !== undefined || problem !== undefined}>
      <span className="mge-rule-name">
        <ShownName name={serverName} />
        {toolName !== undefined && (
          <>
            {' / '}
            <ShownName name={toolName} />
          </>
        )}
        {entry.isConditional && <span className="mge-badge">{strings.hanging}</span>}
      </span>
      <span className="mge-muted">{matchWords(matches, strings)}</span>
      {onRemove !== undefined && (
        <button type="button" className="mge-icon-button" aria-label={strings.removeRule(name)} onClick={onRemove}>
          <Icon name="close" />
        </button>
      )}
      {problem !== undefined && <Warning text={problem} />}
      {conflictsWith !== undefined && (
        <Warning text={strings.conflictWith(strings.lists[conflictsWith.list], conflictsWith.index + 1)} />
      )}
    </li>
  );
}

interface NewRuleProps extends Pick<RulesProps, 'compiled' | 'rows'> {
  readonly onAdd: (entry: NewEntry) => void;
}

type NewEntry = Pick<ListedEntry, 'list' | 'serverName' | 'toolName'>;

function NewRule({ compiled, rows, onAdd }: NewRuleProps): ReactElement {
  const strings = useStrings();
  const id = useId();
  const [list, setList] = useState<EditableList>('disallowedTools');
  const [serverName, setServerName] = useState('');
  const [toolName, setToolName] = useState('');
  const isOfTools = list.endsWith('Tools');
  const entry: NewEntry = { list, serverName, toolName: isOfTools ? toolName : undefined };
  const isComplete = serverName.trim() !== '' && (!isOfTools || toolName.trim() !== '');
  const isListed = isComplete && hasEntry(compiled.draft.restrictions, entry);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || isListed) return;
    onAdd(entry);
    setServerName('');
    setToolName('');
  };
  return (
    <form className="mge-new-rule" onSubmit={onSubmit} aria-labelledby={`${id}-title`}>
      <h3 className="mge-section-title" id={`${id}-title`}>
        {strings.addRule}
      </h3>
      <label className="mge-field">
        <span>{strings.newRuleList}</span>
        <select value={list} onChange={(event) => setList(event.target.value as EditableList)}>
          {restrictionLists.map((name) => (
            <option key={name} value={name}>
              {strings.lists[name]}
            </option>
          ))}
        </select>
      </label>
      <NameField label={strings.newRuleServer} value={serverName} onChange={setServerName} />
      {isOfTools && <NameField label={strings.newRuleTool} value={toolName} onChange={setToolName} />}
      <div className="mge-preview" role="status" aria-label={strings.newRulePreview}>
        {isListed && <p>{strings.isListed}</p>}
        {isComplete && !isListed && <Preview compiled={compiled} rows={rows} entry={entry} />}
      </div>
      <button type="submit" className="mge-button" disabled={!isComplete || isListed}>
        <Icon name="plus" />
        {strings.add}
      </button>
    </form>
  );
}

interface NameFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function NameField({ label, value, onChange }: NameFieldProps): ReactElement {
  return (
    <label className="mge-field">
      <span>{label}</span>
      <input value={value} spellCheck={false} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}

const maxPreviewed = 8;

interface PreviewProps extends Pick<RulesProps, 'compiled' | 'rows'> {
  readonly entry: NewEntry;
}

/** The matches for a new entry, and the nearest name if there are none. */
function Preview({ compiled, rows, entry }: PreviewProps): ReactElement {
  const strings = useStrings();
  const matches = matchEntry(entry, rows);
  const problem = useMemo(() => previewProblem(compiled, rows, entry), [compiled, rows, entry]);
  const matched =
    entry.toolName === undefined ? matches.servers.map((server) => ({ server, tool: undefined })) : matches.tools;
  return (
    <>
      <p>{matchWords(matches, strings)}</p>
      {problem !== undefined && <Warning text={problem} />}
      <ul>
        {matched.slice(0, maxPreviewed).map(({ server, tool }) => (
          <li key={JSON.stringify([server, tool])}>
            <ShownName name={tool === undefined ? server : `${server} / ${tool}`} />
          </li>
        ))}
      </ul>
    </>
  );
}

function previewProblem(compiled: CompiledDraft, rows: readonly ServerRow[], entry: NewEntry): string | undefined {
  const restrictions = addEntry(compiled.draft.restrictions, entry);
  const drafted = compileDraft(compiled.opened, { ...compiled.draft, restrictions });
  return listEntries(drafted, rows)
    .filter(({ list }) => list === entry.list)
    .at(-1)?.problem;
}

function matchWords({ servers, tools }: ListedEntry['matches'], strings: ReturnType<typeof useStrings>): string {
  return servers.length === 0 ? strings.matchesNothing : strings.matches(servers.length, tools.length);
}
