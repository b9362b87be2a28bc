import type { AgentLaunch } from '../agent-answer.ts';
import { commandText } from '../command-text.ts';
import { entriesIn, type FileValue, flagAt, itemsIn, type Place, textAt, valueAt } from './file-value.ts';

/**
 * @internal Finds programs that opencode and Kilo start without a call: the servers, formatters and plugins in a file.
 */
export function findLaunches(root: FileValue, file: string): readonly AgentLaunch[] {
  const launch = (
    kind: AgentLaunch['kind'],
    { name, command }: Pick<AgentLaunch, 'name' | 'command'>,
    { line }: Place,
  ) => ({ kind, name, command, file, line });
  const commandsOf = (key: string, kind: AgentLaunch['kind']) =>
    entriesIn(valueAt(root, key)).flatMap(([name, { value, place }]) => {
      const command = readCommand(valueAt(value, 'command'));
      const isOff = flagAt(valueAt(value, 'enabled')) === false || flagAt(valueAt(value, 'disabled')) === true;
      return command === undefined || isOff ? [] : [launch(kind, { name, command }, place)];
    });
  return [
    ...commandsOf('mcp', 'server'),
    ...commandsOf('formatter', 'formatter'),
    ...itemsIn(valueAt(root, 'plugin')).flatMap((item) => {
      const name = textAt(item);
      return name === undefined ? [] : [launch('plugin', { name, command: name }, item.place)];
    }),
  ];
}

function readCommand(value: FileValue | undefined): string | undefined {
  if (value?.kind !== 'list') return undefined;
  const [program, ...args] = value.items.map((item) => textAt(item) ?? '');
  return program === undefined ? undefined : commandText(program, args);
}
