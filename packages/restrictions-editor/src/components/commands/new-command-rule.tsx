import { type CommandList, commandLists } from '@modegate/mode-core/commands';
import { describeCommandRule } from '@modegate/shell-commands';
import { type FormEvent, type ReactElement, useId, useMemo, useState } from 'react';
import { listCommandEntries } from '../../model/command-entries.ts';
import type { CommandRestrictionsValue } from '../../model/index.ts';
import { Sentence, ShownName } from '../../views/shown-text.tsx';
import { useStrings } from '../../words/words.ts';
import { Icon } from '../parts/icon.tsx';
import { Warning } from '../parts/warning.tsx';

interface NewCommandRuleProps {
  readonly commands: CommandRestrictionsValue;
  readonly onAdd: (list: CommandList, command: string) => void;
}

/** A form for a new rule, with the commands that it would match. */
export function NewCommandRule({ commands, onAdd }: NewCommandRuleProps): ReactElement {
  const strings = useStrings();
  const id = useId();
  const [list, setList] = useState<CommandList>('allowedCommands');
  const [text, setText] = useState('');
  const command = text.trim();
  const description = useMemo(() => describeCommandRule(command, list), [command, list]);
  const isListed = listCommandEntries(commands).some((entry) => entry.list === list && entry.command === command);
  const isUsable = command !== '' && description.fault === undefined && !isListed;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isUsable) return;
    onAdd(list, command);
    setText('');
  };
  return (
    <form className="mge-new-rule" onSubmit={onSubmit} aria-labelledby={`${id}-title`}>
      <h4 className="mge-section-title" id={`${id}-title`}>
        {strings.addRule}
      </h4>
      <div className="mge-new-command">
        <label className="mge-field">
          <span>{strings.newRuleList}</span>
          <select value={list} onChange={(event) => setList(event.target.value as CommandList)}>
            {commandLists.map((name) => (
              <option key={name} value={name}>
                {strings.commandLists[name]}
              </option>
            ))}
          </select>
        </label>
        <label className="mge-field">
          <span>{strings.newRuleCommand}</span>
          <input
            className="mge-mono"
            value={text}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        </label>
      </div>
      <div className="mge-preview" role="status" aria-label={strings.newRulePreview}>
        {isListed && <p>{strings.isListed}</p>}
        {command !== '' && !isListed && <Preview description={description} />}
        {isUsable && list === 'allowedCommands' && commands?.allowedCommands === undefined && (
          <Warning text={strings.closesCommands} />
        )}
      </div>
      <button type="submit" className="mge-button" disabled={!isUsable}>
        <Icon name="plus" />
        {strings.add}
      </button>
    </form>
  );
}

function Preview({ description }: { readonly description: ReturnType<typeof describeCommandRule> }): ReactElement {
  const strings = useStrings();
  if (description.fault !== undefined) return <Warning text={strings.ruleFault(description.fault)} />;
  const { words, matches, others } = description;
  return (
    <>
      <Sentence text={strings.ruleMatches(words)} />
      <Examples title={strings.ruleExamples} commands={matches} />
      <Examples title={strings.ruleOthers} commands={others} />
    </>
  );
}

function Examples({ title, commands }: { readonly title: string; readonly commands: readonly string[] }) {
  if (commands.length === 0) return null;
  return (
    <p className="mge-examples">
      <span className="mge-muted">{title}</span>
      {commands.map((command) => (
        <code key={command} className="mge-code">
          <ShownName name={command} />
        </code>
      ))}
    </p>
  );
}
