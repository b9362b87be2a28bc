import { equalValues } from '@modegate/json';
import { type CommandList, commandLists } from '@modegate/mode-core/commands';
import type { CommandEntry, CommandRestrictions } from '@modegate/mode-core/modes';
import type { CommandRestrictionsValue } from './mode-draft.ts';
import { arrayOf } from './permission-rows.ts';

/** One rule for commands, as it is written. */
export interface ListedCommand {
  readonly list: CommandList;
  readonly index: number;
  readonly command: string;
  readonly reason: string | undefined;
  /** True if the entry applies only under conditions. */
  readonly isConditional: boolean;
}

/** The position of a rule. */
type CommandPlace = Pick<ListedCommand, 'list' | 'index'>;

/** Lists the rules from all lists in file order; omits entries that are not rules. */
export function listCommandEntries(commands: CommandRestrictionsValue): readonly ListedCommand[] {
  return commandLists.flatMap((list) =>
    arrayOf(commands?.[list]).flatMap((entry, index) => {
      const { command, reason, schedule, when } = typeof entry === 'string' ? { command: entry } : { ...entry };
      if (typeof command !== 'string') return [];
      return [{ list, index, command, reason, isConditional: schedule !== undefined || when !== undefined }];
    }),
  );
}

/**
 * Adds an entry to the end of a list, unless the list already contains it. After the first allowed command is added,
 * commands without a rule are denied.
 */
export function addCommand(
  commands: CommandRestrictionsValue,
  list: CommandList,
  entry: CommandEntry,
): CommandRestrictions {
  const entries = arrayOf(commands?.[list]);
  return entries.some((other) => equalValues(other, entry))
    ? { ...commands }
    : { ...commands, [list]: [...entries, entry] };
}

/**
 * Removes an entry. Commands without a rule stay denied even after the last entry in the list of allowed commands is
 * removed.
 */
export function removeCommand(commands: CommandRestrictions, { list, index }: CommandPlace): CommandRestrictionsValue {
  const { [list]: entries, ...rest } = commands;
  const kept = arrayOf(entries).filter((_, place) => place !== index);
  const isGone = kept.length === 0 && list !== 'allowedCommands';
  return orNone(isGone ? rest : { ...commands, [list]: kept });
}

/** Moves an entry to the end of another list, with its reason and conditions. */
export function moveCommand(
  commands: CommandRestrictions,
  place: CommandPlace,
  to: CommandList,
): CommandRestrictionsValue {
  const entry = arrayOf(commands[place.list])[place.index];
  if (entry === undefined || to === place.list) return commands;
  return addCommand(removeCommand(commands, place), to, entry);
}

/**
 * Denies commands without a rule, or leaves them to the mode's other rules, in which case all of them may be allowed.
 */
export function closeCommands(commands: CommandRestrictionsValue, isClosed: boolean): CommandRestrictionsValue {
  const { allowedCommands = [], ...rest } = commands ?? {};
  return isClosed ? { ...commands, allowedCommands } : orNone(rest);
}

function orNone(commands: CommandRestrictions): CommandRestrictionsValue {
  return Object.keys(commands).length === 0 ? undefined : commands;
}
