import type { CompletedCommand, CompletedOption } from './describe-words.ts';

// bash and zsh split text into words in the same way, and fish does so in part; each shell has its own method of
// listing the next words.

/** Quotes any text as one bash or zsh word. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns a command's position in the form stored by the scripts: `' mode use'`, and `''` for the program. */
export function commandPosition(words: readonly string[]): string {
  return words.map((word) => ` ${word}`).join('');
}

/** Returns `pattern | pattern) body ;;`, or nothing if there are no patterns; patterns are matched literally. */
export function branch(patterns: readonly string[], body: string): readonly string[] {
  return patterns.length === 0 ? [] : [`    ${patterns.map(shellQuoted).join('|')}) ${body} ;;`];
}

/**
 * Returns the loop that finds the command to which the words before the cursor belong, skipping the values of options.
 */
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

/** Returns the keys for options that take a value. */
export function valuedKeys(commands: readonly CompletedCommand[]): readonly string[] {
  return valuedOptions(commands).flatMap(({ keys }) => keys);
}

/** Returns the branches for the values of options: one branch for each option that has a list of values. */
export function valueBranches(
  commands: readonly CompletedCommand[],
  body: (option: CompletedOption) => string,
): readonly string[] {
  return valuedOptions(commands).flatMap((option) => branch(option.keys, body(option)));
}

/**
 * Returns the options that take a value, with their keys: the position of the command, `|`, and one form of the option.
 */
export function valuedOptions(commands: readonly CompletedCommand[]) {
  return commands.flatMap(({ words, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map((option) => ({ ...option, keys: option.names.map((name) => `${commandPosition(words)}|${name}`) })),
  );
}
