import type { CommandList } from '@modegate/mode-core/commands';
import { describeCommandRule } from '@modegate/shell-commands';
import { type ReactElement, useMemo } from 'react';
import type { ListedCommand } from '../../model/command-entries.ts';
import { Prose, ShownName, showName } from '../../views/shown-text.tsx';
import { useStrings } from '../../words/words.ts';
import { Choice } from '../parts/choice.tsx';
import { Icon } from '../parts/icon.tsx';
import { Warning } from '../parts/warning.tsx';

type Description = Partial<Record<'fault' | 'words', string | undefined>>;

interface CommandRuleItemProps {
  readonly entry: ListedCommand;
  readonly readOnly: boolean;
  readonly onMove: (to: CommandList) => void;
  readonly onRemove: () => void;
}

/**
 * A rule with its meaning in plain words, a control for choosing the list that contains it, and a button for removing
 * it.
 */
export function CommandRuleItem({ entry, readOnly, onMove, onRemove }: CommandRuleItemProps): ReactElement {
  const strings = useStrings();
  const { list, command, reason, isConditional } = entry;
  const { fault, words = '' } = useMemo<Description>(() => describeCommandRule(command, list), [command, list]);
  const name = showName(command);
  return (
    <li className="mge-rule" data-conflict={fault !== undefined}>
      <span className="mge-rule-name">
        <ShownName name={command} />
        {isConditional && <span className="mge-badge">{strings.hanging}</span>}
      </span>
      <Choice
        label={strings.listOfRule(name)}
        value={actOfList[list]}
        disabled={readOnly}
        options={commandActs.map((act) => ({ value: act, label: strings.acts[act] }))}
        onChange={(act) => onMove(listOfAct[act])}
      />
      {!readOnly && (
        <button type="button" className="mge-icon-button" aria-label={strings.removeRule(name)} onClick={onRemove}>
          <Icon name="close" />
        </button>
      )}
      {fault === undefined ? (
        <p className="mge-muted mge-rule-words">
          <Prose text={words} />
          {reason !== undefined && (
            <>
              {' · '}
              <Prose text={reason} />
            </>
          )}
        </p>
      ) : (
        <Warning text={strings.ruleFault(fault)} />
      )}
    </li>
  );
}

const commandActs = ['allow', 'ask', 'deny'] as const;
const listOfAct = { allow: 'allowedCommands', ask: 'askCommands', deny: 'disallowedCommands' } as const;
const actOfList = { allowedCommands: 'allow', askCommands: 'ask', disallowedCommands: 'deny' } as const;
