import type { CompletedCommand, CompletedOption } from './describe-words.ts';

// bash and zsh read the same words, and fish some of them; each has its own way to list candidates.

/** Quotes any text as one word of bash or zsh. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The key of a command in the scripts: `' mode use'`, and `''` for the program. */
export function commandPosition(words: readonly string[]): string {
  return words.map((word) => ` ${word}`).join('');
}

/** `pattern | pattern) body ;;`, or nothing without patterns; patterns are not quoted. */
export function branch(patterns: readonly string[], body: string): readonly string[] {
  return patterns.length === 0 ? [] : [`    ${patterns.map(shellQuoted).join('|')}) ${body} ;;`];
}

/** The loop that finds the command before the cursor and skips the values of options. */
export function findCommandPosition(commands: readonly CompletedCommand[], word: string): readonly string[] {
  const places = commands.filter(({ words }) => words.length > 0).map(({ words }) => commandPosition(words));
  return [
    `    case "$at|${word}" in`,
    ...branch(valuedKeys(commands), '((i++)); continue').map((line) => `  ${line}`),
    '    esac',
    `    case "$at ${word}" in`,
    ...branch(places, `at="$at ${word}"`).map((line) => `  ${line}`),
    '    esac',
  ];
}

/** Every option with a value: the key of its command, `|`, and each of its forms. */
export function valuedKeys(commands: readonly CompletedCommand[]): readonly string[] {
  return commands.flatMap((command) =>
    command.options.filter(({ takesValue }) => takesValue).flatMap((option) => optionKeys(command, option)),
  );
}

/** One branch for each option with allowed values. */
export function valueBranches(
  commands: readonly CompletedCommand[],
  body: (option: CompletedOption) => string,
): readonly string[] {
  return commands.flatMap((command) =>
    command.options
      .filter(({ takesValue }) => takesValue)
      .flatMap((option) => branch(optionKeys(command, option), body(option))),
  );
}

function optionKeys({ words }: CompletedCommand, { names }: CompletedOption): readonly string[] {
  return names.map((name) => `${commandPosition(words)}|${name}`);
}
