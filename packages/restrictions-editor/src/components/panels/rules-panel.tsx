import { type FormEvent, type ReactElement, useId, useState } from 'react';
import {
  addEntry,
  type CompiledDraft,
  listEntries,
  type McpRestrictionsValue,
  matchEntry,
  type RestrictionEntry,
  type RestrictionList,
  removeEntry,
  restrictionLists,
  type ServerRow,
} from '../../model/index.ts';
import { ShownName, showName } from '../../views/shown-text.tsx';
import { useStrings } from '../../words/words.ts';
import { Icon } from '../parts/icon.tsx';

interface RulesProps {
  readonly compiled: CompiledDraft;
  readonly rows: readonly ServerRow[];
  readonly readOnly: boolean;
  readonly onChange: (restrictions: McpRestrictionsValue) => void;
}

/** The entries as they are written, with what each matches and what contradicts it, and a form for a new one. */
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
      {!readOnly && <NewRule rows={rows} onAdd={(entry) => onChange(addEntry(restrictions, entry))} />}
    </div>
  );
}

function RuleItem({
  entry,
  onRemove,
}: {
  readonly entry: RestrictionEntry;
  readonly onRemove: (() => void) | undefined;
}): ReactElement {
  const strings = useStrings();
  const { serverName, toolName, matches, conflictsWith } = entry;
  const name = showName(toolName === undefined ? serverName : `${serverName}/${toolName}`);
  return (
    <li className="mge-rule" data-conflict={conflictsWith !== undefined}>
      <span className="mge-rule-name">
        <ShownName name={serverName} />
        {toolName !== undefined && (
          <>
            {' / '}
            <ShownName name={toolName} />
          </>
        )}
        {entry.isHanging && <span className="mge-badge">{strings.hanging}</span>}
      </span>
      <span className="mge-muted">{matchWords(matches, strings)}</span>
      {onRemove !== undefined && (
        <button type="button" className="mge-icon-button" aria-label={strings.removeRule(name)} onClick={onRemove}>
          <Icon name="close" />
        </button>
      )}
      {conflictsWith !== undefined && (
        <span className="mge-conflict">
          <Icon name="warning" />
          {strings.conflictWith(strings.lists[conflictsWith.list], conflictsWith.index + 1)}
        </span>
      )}
    </li>
  );
}

function NewRule({
  rows,
  onAdd,
}: {
  readonly rows: readonly ServerRow[];
  readonly onAdd: (entry: Pick<RestrictionEntry, 'list' | 'serverName' | 'toolName'>) => void;
}): ReactElement {
  const strings = useStrings();
  const id = useId();
  const [list, setList] = useState<RestrictionList>('disallowedTools');
  const [serverName, setServerName] = useState('');
  const [toolName, setToolName] = useState('');
  const isOfTools = list.endsWith('Tools');
  const isComplete = serverName.trim() !== '' && (!isOfTools || toolName.trim() !== '');
  const entry = { list, serverName, toolName: isOfTools ? toolName : undefined };
  const matches = isComplete ? matchEntry(entry, rows) : undefined;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete) return;
    onAdd(entry);
    setToolName('');
  };
  return (
    <form className="mge-new-rule" onSubmit={onSubmit} aria-labelledby={`${id}-title`}>
      <h3 className="mge-section-title" id={`${id}-title`}>
        {strings.addRule}
      </h3>
      <label className="mge-field">
        <span>{strings.newRuleList}</span>
        <select value={list} onChange={(event) => setList(event.target.value as RestrictionList)}>
          {restrictionLists.map((name) => (
            <option key={name} value={name}>
              {strings.lists[name]}
            </option>
          ))}
        </select>
      </label>
      <label className="mge-field">
        <span>{strings.newRuleServer}</span>
        <input value={serverName} spellCheck={false} onChange={(event) => setServerName(event.target.value)} />
      </label>
      {isOfTools && (
        <label className="mge-field">
          <span>{strings.newRuleTool}</span>
          <input value={toolName} spellCheck={false} onChange={(event) => setToolName(event.target.value)} />
        </label>
      )}
      <div className="mge-preview" role="status" aria-label={strings.newRulePreview}>
        {matches !== undefined && (
          <>
            <p>{matchWords(matches, strings)}</p>
            <ul>
              {(isOfTools ? matches.tools : matches.servers.map((server) => ({ server, tool: undefined })))
                .slice(0, maxPreviewed)
                .map(({ server, tool }) => (
                  <li key={JSON.stringify([server, tool])}>
                    <ShownName name={tool === undefined ? server : `${server} / ${tool}`} />
                  </li>
                ))}
            </ul>
          </>
        )}
      </div>
      <button type="submit" className="mge-button" disabled={!isComplete}>
        <Icon name="plus" />
        {strings.add}
      </button>
    </form>
  );
}

const maxPreviewed = 8;

function matchWords({ servers, tools }: RestrictionEntry['matches'], strings: ReturnType<typeof useStrings>): string {
  return servers.length === 0 ? strings.matchesNothing : strings.matches(servers.length, tools.length);
}
