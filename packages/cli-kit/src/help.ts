import { nearestName } from '@modegate/nearest-name';
import { AppError } from '@modegate/text-files/settings';
import { type Command, type Help, type Option, Help as PlainHelp } from 'commander';

/**
 * One example per command, keyed by the words of the command, such as `token add`; an empty key stands for the program
 * itself.
 */
export type Examples = Readonly<Record<string, string>>;

/** The heading of a command's own options. */
const ownHeading = 'Options:';

/**
 * Gives every command a help text that fits on a screen: its own options, the names of the options that it shares with
 * other commands, and an example. Adds the command `help`, which explains all options. Must be called after all other
 * commands are added.
 */
export function addHelp(program: Command, examples: Examples): void {
  let isFull = false;
  program
    .helpCommand(false)
    .command('help [command...]')
    .description('explain every option of a command, or of the program')
    .action((words: readonly string[]) => {
      isFull = true;
      findCommand(program, words).outputHelp();
    });
  for (const command of withAllBelow(program)) {
    const example = examples[wordsOf(command).join(' ')];
    command.helpCommand(false).configureHelp({
      commandDescription: (one) => sentence(one.description()),
      subcommandTerm: (one) => one.name(),
      optionDescription,
      formatHelp: (one, help) => [formatHelp(one, help, isFull), ...exampleLines(example)].join('\n'),
    });
  }
}

/** Returns the words that make up a command, without the program's name. */
function wordsOf(command: Command): readonly string[] {
  return command.parent === null ? [] : [...wordsOf(command.parent), command.name()];
}

function withAllBelow(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withAllBelow)];
}

function findCommand(command: Command, [word, ...words]: readonly string[]): Command {
  if (word === undefined) return command;
  const found = command.commands.find((one) => one.name() === word);
  if (found !== undefined) return findCommand(found, words);
  const known = command.commands.map((one) => one.name());
  const meant = nearestName(word, known);
  const hint = known.length === 0 ? `'${command.name()}' has no subcommands.` : `Known commands: ${known.join(', ')}.`;
  throw new AppError(
    `unknown command '${word.slice(0, 60)}'. ${meant === undefined ? hint : `Did you mean '${meant}'?`}`,
  );
}

function formatHelp(command: Command, help: Help, isFull: boolean): string {
  const plain = PlainHelp.prototype.formatHelp;
  if (isFull) return plain.call(help, command, help);
  const shown: Help = Object.assign(Object.create(help) as Help, {
    visibleOptions: (one: Command) => help.visibleOptions(one).filter((option) => !isShared(option)),
  });
  return [plain.call(help, command, shown), ...sharedLines(command, help)].join('\n');
}

function isShared({ helpGroupHeading = ownHeading }: Option): boolean {
  return helpGroupHeading !== ownHeading;
}

/**
 * Returns the lines about options that `--help` does not explain: the names of shared options by subject, or a note
 * that the program's options may follow.
 */
function sharedLines(command: Command, help: Help): readonly string[] {
  const words = wordsOf(command);
  const [program] = [command, ...ancestors(command)].slice(-1) as [Command];
  const isServer = command !== program && program.options.some(isShared);
  if (isServer) return [`You can also use the options of ${program.name()} itself: ${program.name()} help`, ''];
  const shared = help.visibleOptions(command).filter(isShared);
  const groups = [...help.groupItems([...shared], [...shared], ({ helpGroupHeading = '' }) => helpGroupHeading)];
  if (groups.length === 0) return [];
  const explained = `\`${[program.name(), 'help', ...words].join(' ')}\` explains`;
  // The list of commands already fills the screen, so nothing else is shown.
  if (command.commands.length > 0) {
    const subjects = groups.map(([heading]) => heading.replace(':', '').toLowerCase()).join(', ');
    return [help.boxWrap(`${explained} ${shared.length} more options: ${subjects}.`, help.helpWidth ?? 80), ''];
  }
  const width = Math.max(...groups.map(([heading]) => heading.length));
  return [
    `More options (${explained} them, with their defaults):`,
    ...groups.map(([heading, options]) =>
      help.formatItem(heading, width, options.map(({ long }) => long).join(', '), help),
    ),
    '',
  ];
}

function ancestors({ parent }: Command): readonly Command[] {
  return parent === null ? [] : [parent, ...ancestors(parent)];
}

function sentence(description: string): string {
  const text = description.slice(0, 1).toUpperCase() + description.slice(1);
  return text === '' || text.endsWith('.') ? text : `${text}.`;
}

function exampleLines(example: string | undefined): readonly string[] {
  return example === undefined ? [] : [`Example: ${example}`, ''];
}

/** Returns the description with the possible choices, placed before any brackets at its end. */
function optionDescription({ description, argChoices, defaultValue }: Option): string {
  const [, text = description, rest = ''] = /^(.*?)( \([^()]*\))?$/s.exec(description) ?? [];
  const choices = argChoices === undefined ? '' : `: ${argChoices.join(', ')}`;
  const isSaid = typeof defaultValue === 'string';
  return `${text}${choices}${isSaid ? ` (default: ${defaultValue})` : rest}`;
}
