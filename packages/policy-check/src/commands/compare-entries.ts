import type { ProgramRun } from '@modegate/shell-commands';
import { analyseProbe, isOpenRule, probeRule } from './command-probes.ts';
import type { CommandSetEntry } from './command-sets.ts';

/** True if an entry is certain to apply to a program. */
export function appliesTo({ list, rule }: CommandSetEntry, program: ProgramRun): boolean {
  return list === 'allowedCommands' ? rule.allows(program) === true : rule.finds(program) === 'certain';
}

/** True if one entry applies to every command to which another entry applies. */
export function includesEntry(wide: CommandSetEntry, narrow: CommandSetEntry): boolean {
  const probes = probesOf(narrow);
  return (
    probes.length > 0 &&
    probes.every((programs) => programs.some((program) => appliesTo(narrow, program) && appliesTo(wide, program)))
  );
}

/** True if two entries have the same words, apart from a trailing star that makes no difference. */
export function hasSameWords(one: CommandSetEntry, other: CommandSetEntry): boolean {
  return probeRule(one)[0] === probeRule(other)[0];
}

/**
 * Returns the programs run by the commands that represent an entry. Further words make no difference to a deny rule or
 * an ask rule.
 */
function probesOf(entry: CommandSetEntry): readonly (readonly ProgramRun[])[] {
  const found = known.get(entry.rule) ?? findProbes(entry);
  known.set(entry.rule, found);
  return found;
}

const known = new WeakMap<CommandSetEntry['rule'], readonly (readonly ProgramRun[])[]>();

function findProbes(entry: CommandSetEntry): readonly (readonly ProgramRun[])[] {
  const isOpen = entry.list === 'allowedCommands' && isOpenRule(entry.rule.spellings[0] ?? []);
  return probeRule(entry).flatMap((command, index) =>
    isOpen || index % 2 === 0 ? [analyseProbe(command).programs] : [],
  );
}

/** Groups entries by the first word of their commands; an entry with a star in its first word is in every group. */
export function groupByProgram<Entry extends CommandSetEntry>(
  entries: readonly Entry[],
): (entry: CommandSetEntry) => readonly Entry[] {
  const groups = Map.groupBy(entries, programOf);
  return (entry) => {
    const [key, open] = [programOf(entry), groups.get('') ?? []];
    return [...(key === '' ? [] : (groups.get(key) ?? [])).slice(0, maxCompared), ...open.slice(0, maxCompared)];
  };
}

// An entry is compared with at most this many other entries, so that the work does not grow quadratically.
const maxCompared = 50;

/** Returns the literal first word of an entry; empty if the word contains a star. */
function programOf({ rule }: CommandSetEntry): string {
  const pieces = rule.spellings[0]?.[0]?.pieces ?? [];
  return pieces.length === 1 ? (pieces[0] ?? '') : '';
}
