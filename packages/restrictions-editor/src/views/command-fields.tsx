import { type CommandShell, commandShells } from '@modegate/mode-core/commands';
import type { ReactElement } from 'react';
import type { TypedCommand } from '../model/answers.ts';
import { useStrings } from '../words/words.ts';
import { maxFieldCharacters } from './max-field-characters.ts';

interface CommandFieldsProps extends TypedCommand {
  readonly onChange: (part: Partial<TypedCommand>) => void;
}

/** Fields for the text of a command and the shell that runs it. */
export function CommandFields({ command, shell, onChange }: CommandFieldsProps): ReactElement {
  const strings = useStrings();
  return (
    <>
      <label className="mge-field mge-command-field">
        <span>{strings.command}</span>
        <textarea
          className="mge-mono"
          rows={Math.max(2, Math.min(8, command.split('\n').length))}
          spellCheck={false}
          placeholder={strings.commandHint}
          maxLength={maxFieldCharacters}
          value={command}
          onChange={(event) => onChange({ command: event.target.value })}
        />
      </label>
      <label className="mge-field mge-shell">
        <span>{strings.shell}</span>
        <select value={shell} onChange={(event) => onChange({ shell: event.target.value as CommandShell | '' })}>
          {(['', ...commandShells] as const).map((name) => (
            <option key={name} value={name}>
              {strings.shells[name]}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
