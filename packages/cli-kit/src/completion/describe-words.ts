import type { Command, Option } from 'commander';

/** An option in a completion script. */
export interface CompletedOption {
  /** The names as written, short form first: `-f`, `--format`. */
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  /** The possible values; empty if any value is possible, as for a path. */
  readonly choices: readonly string[];
}

/** A command in a completion script. */
export interface CompletedCommand {
  /** Words that make up the command, without the program: `['mode', 'use']`. */
  readonly words: readonly string[];
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletedOption[];
  /** The possible arguments; empty if any argument is possible. */
  readonly choices: readonly string[];
}

/** Returns the words that may follow a command. */
export function completionWords({ commands, options, choices }: CompletedCommand): readonly string[] {
  return [...commands.map(({ name }) => name), ...choices, ...options.flatMap(({ names }) => names)];
}

/** Describes all words that a program's command line may contain, starting with the program itself. */
export function describeWords(command: Command, words: readonly string[] = []): readonly CompletedCommand[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  const own: CompletedCommand = {
    words,
    commands: commands.map((one) => ({ name: one.name(), description: firstLine(one.description()) })),
    options: help.visibleOptions(command).map(describeOption),
    choices: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  };
  // The `help` command that commander adds automatically is not in its list of commands.
  const below = commands.filter((one) => command.commands.includes(one));
  const describeBelow = (one: Command) =>
    one.name() === 'help' ? describeNames(command, [...words, 'help']) : describeWords(one, [...words, one.name()]);
  return [own, ...below.flatMap(describeBelow)];
}

/** Returns the words that may follow `help`: the sibling commands, and the subcommands of each. */
function describeNames(command: Command, words: readonly string[]): readonly CompletedCommand[] {
  const named = command.commands.filter((one) => one.name() !== 'help');
  const commands = named.map((one) => ({ name: one.name(), description: firstLine(one.description()) }));
  return [
    { words, commands, options: [], choices: [] },
    ...named.flatMap((one) => describeNames(one, [...words, one.name()])),
  ];
}

function describeOption({ short, long, description, required, optional, argChoices }: Option): CompletedOption {
  return {
    names: [short, long].flatMap((name) => name ?? []),
    description: firstLine(description),
    takesValue: required || optional,
    choices: argChoices ?? [],
  };
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
