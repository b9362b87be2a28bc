import { groupByProgram, includesEntry } from '../../commands/compare-entries.ts';
import { removeItem } from '../../fixes/remove-text.ts';
import type { FoundProblem } from '../../source/finding.ts';
import { shown } from '../../source/shown.ts';
import type { CommandRuleEntry, Workspace } from '../../workspace/workspace.ts';

/**
 * Finds commands covered by another entry in the same list, and allowed commands covered by an entry that requires
 * confirmation.
 */
export function* findRedundantCommands(workspace: Workspace): Iterable<FoundProblem> {
  const modes = Map.groupBy(workspace.commandEntries(), ({ mode }) => mode);
  for (const entries of modes.values()) {
    const widerOf = groupByProgram(entries.filter(({ isConditional }) => !isConditional));
    for (const entry of entries) {
      const wider = widerOf(entry).find((other) => isRedundantBeside(entry, other));
      if (wider !== undefined) yield toProblem(entry, wider);
    }
  }
}

/** If two entries include each other, the first one is kept. */
function isRedundantBeside(entry: CommandRuleEntry, other: CommandRuleEntry): boolean {
  if (other === entry || !includesEntry(other, entry)) return false;
  if (other.list !== entry.list) return entry.list === 'allowedCommands' && other.list === 'askCommands';
  return entry.isConditional || !includesEntry(entry, other) || indexOf(other) < indexOf(entry);
}

/** @internal The position of an entry in its list. */
export function indexOf({ pointer }: Pick<CommandRuleEntry, 'pointer'>): number {
  return Number(pointer.slice(pointer.lastIndexOf('/') + 1));
}

function toProblem(entry: CommandRuleEntry, wider: CommandRuleEntry): FoundProblem {
  const found = redundantProblem(entry, wider, ({ text }) => shown(text));
  if (wider.list === entry.list) return found;
  const message = `${shown(entry.text)} in '${entry.list}' of mode '${entry.mode.slug}' has no effect, because ${shown(wider.text)} in '${wider.list}' asks about the same commands. Remove one of the entries.`;
  return { ...found, message, severity: 'warning', fix: undefined };
}

/** @internal Reports an entry that another entry in the same list covers. */
export function redundantProblem<
  Entry extends Pick<CommandRuleEntry, 'mode' | 'pointer' | 'isConditional'> & { readonly list: string },
>(entry: Entry, wider: Entry, nameOf: (entry: Entry) => string): FoundProblem {
  const { mode, list, pointer, isConditional } = entry;
  const location = mode.file.locate(pointer);
  const related = [{ message: 'The broader entry.', location: mode.file.locate(wider.pointer) }];
  const named = `${nameOf(entry)} in '${list}' of mode '${mode.slug}'`;
  if (isConditional) {
    const message = `The schedule or condition of ${named} has no effect, because ${nameOf(wider)} in the same list always applies. Remove one of the entries.`;
    return { message, location, related, severity: 'warning', mode: mode.slug };
  }
  const message = `${named} is already covered by ${nameOf(wider)} in the same list. Remove the redundant entry.`;
  const edit = removeItem(mode.file, pointer);
  const fix = edit && { description: 'Remove the entry.', edits: [edit], isSafe: true };
  return { message, location, related, fix, mode: mode.slug };
}
