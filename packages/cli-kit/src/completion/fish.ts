import type { CompletedCommand, CompletedOption } from './describe-words.ts';
import { commandPosition, valuedKeys } from './posix-script.ts';

/** Returns a program's completion script for fish, including a description of each word. */
export function fishScript(program: string, commands: readonly CompletedCommand[]): string {
  const name = `__${program.replaceAll('-', '_')}_at`;
  const places = commands.filter(({ words }) => words.length > 0).map(({ words }) => quoted(commandPosition(words)));
  const valued = valuedKeys(commands).map(quoted);
  return [
    `# Fish completions for ${program}: ${program} completion fish > ~/.config/fish/completions/${program}.fish`,
    `function ${name}`,
    '  set -l at ""',
    '  set -l previous ""',
    '  for word in (commandline -opc)[2..-1]',
    ...(valued.length === 0 ? [] : skipValue(valued)),
    '    set previous $word',
    `    if contains -- "$at $word" ${places.join(' ')}`,
    '      set at "$at $word"',
    '    end',
    '  end',
    '  test "$at" = "$argv[1]"',
    'end',
    ...commands.flatMap((command) => {
      const start = `complete -c ${program} -n ${quoted(`${name} ${quoted(commandPosition(command.words))}`)}`;
      return [
        ...command.commands.map((one) => `${start} -f -a ${quoted(one.name)} -d ${quoted(one.description)}`),
        ...(command.choices.length === 0 ? [] : [`${start} -f -a ${quoted(command.choices.join(' '))}`]),
        ...command.options.map((option) => `${start} ${optionWords(option)}`),
      ];
    }),
    '',
  ].join('\n');
}

/** Prevents an option's value from being mistaken for a command. */
function skipValue(valued: readonly string[]): readonly string[] {
  return [
    `    if contains -- "$at|$previous" ${valued.join(' ')}`,
    '      set previous ""',
    '      continue',
    '    end',
  ];
}

function optionWords({ names, description, takesValue, choices }: CompletedOption): string {
  const forms = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : takesValue ? ' -r' : '';
  return `${forms.join(' ')}${value} -d ${quoted(description)}`;
}

/** Quotes text as one fish word. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
