import type { CommandList } from '@modegate/mode-core/commands';
import { commandLists } from '@modegate/mode-core/commands';
import type { ReactElement } from 'react';
import {
  addCommand,
  closeCommands,
  listCommandEntries,
  moveCommand,
  removeCommand,
} from '../../model/command-entries.ts';
import type { CommandRestrictionsValue } from '../../model/index.ts';
import type { CompiledDraft } from '../../model/mode-draft.ts';
import { useStrings } from '../../words/words.ts';
import { Choice } from '../parts/choice.tsx';
import { CommandRuleItem } from './command-rule-item.tsx';
import { NewCommandRule } from './new-command-rule.tsx';
import { TryCommand } from './try-command.tsx';

interface CommandRulesEditorProps {
  readonly compiled: CompiledDraft;
  readonly readOnly: boolean;
  readonly onChange: (commands: CommandRestrictionsValue) => void;
}

/** The rules for a mode's commands, and a field for testing a command against them. */
export function CommandRulesEditor({ compiled, readOnly, onChange }: CommandRulesEditorProps): ReactElement {
  const strings = useStrings();
  const { slug, draft } = compiled;
  const { commands } = draft;
  return (
    <section className="mge" aria-label={strings.commandsOf(slug)}>
      <div className="mge-columns">
        <div className="mge-main">
          <div className="mge-command-rules">
            <h3 className="mge-section-title">{strings.commandRules}</h3>
            {commands === undefined && <p className="mge-muted">{strings.noCommandRules}</p>}
            {commandLists.map((list) => (
              <CommandRuleList key={list} {...{ list, commands, readOnly, onChange }} />
            ))}
            {!readOnly && (
              <NewCommandRule
                commands={commands}
                onAdd={(list, command) => onChange(addCommand(commands, list, command))}
              />
            )}
          </div>
          <div className="mge-unlisted">
            <div>
              <span>{strings.otherCommands}</span>
              <Choice
                label={strings.otherCommands}
                value={commands?.allowedCommands === undefined ? 'open' : 'closed'}
                disabled={readOnly}
                options={(['open', 'closed'] as const).map((value) => ({
                  value,
                  label: strings.unlistedStates[value],
                }))}
                onChange={(value) => onChange(closeCommands(commands, value === 'closed'))}
              />
            </div>
          </div>
        </div>
        <div className="mge-side">
          <TryCommand compiled={compiled} />
        </div>
      </div>
    </section>
  );
}

interface CommandRuleListProps extends Omit<CommandRulesEditorProps, 'compiled'> {
  readonly list: CommandList;
  readonly commands: CommandRestrictionsValue;
}

/** A list of rules; renders nothing if the mode does not have the list. */
function CommandRuleList({ list, commands, readOnly, onChange }: CommandRuleListProps): ReactElement | null {
  const strings = useStrings();
  if (commands?.[list] === undefined) return null;
  const entries = listCommandEntries(commands).filter((entry) => entry.list === list);
  return (
    <section aria-label={strings.commandLists[list]}>
      <h4 className="mge-section-title">{strings.commandLists[list]}</h4>
      {entries.length === 0 && <p className="mge-muted">{strings.listIsEmpty}</p>}
      <ul className="mge-rules">
        {entries.slice(0, maxShown).map((entry) => (
          <CommandRuleItem
            key={`${entry.index} ${entry.command}`}
            entry={entry}
            readOnly={readOnly}
            onMove={(to) => onChange(moveCommand(commands, entry, to))}
            onRemove={() => onChange(removeCommand(commands, entry))}
          />
        ))}
      </ul>
      {entries.length > maxShown && <p className="mge-muted">{strings.more(entries.length - maxShown)}</p>}
    </section>
  );
}

// More rules than anyone writes by hand; each rule is tried on its examples.
const maxShown = 200;
