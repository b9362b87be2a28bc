import { analyseProbe, anyWord, fixedWords, isOpenRule, writeCommand } from '../../commands/command-probes.ts';
import { appliesTo } from '../../commands/compare-entries.ts';
import type { FoundProblem } from '../../source/finding.ts';
import { shown } from '../../source/shown.ts';
import type { CommandRuleEntry, Workspace } from '../../workspace/workspace.ts';

/** Finds entries that have no effect, because the commands that they match are always refused or need no rule. */
export function* findIdleCommands(workspace: Workspace): Iterable<FoundProblem> {
  const entries = workspace.commandEntries();
  const allowing = Map.groupBy(
    entries.filter(({ list }) => list === 'allowedCommands'),
    ({ mode }) => mode,
  );
  for (const entry of entries) {
    const { mode, list, text, pointer } = entry;
    const why = findReason(entry);
    // An entry that is the only allowed command does have an effect: harmless commands then need no rule.
    if (why === undefined || (list === 'allowedCommands' && allowing.get(mode)?.length === 1)) continue;
    const message = `${shown(text)} in '${list}' of mode '${mode.slug}' has no effect: ${why}. Remove the entry.`;
    yield { message, location: mode.file.locate(pointer), mode: mode.slug };
  }
}

/** Clause that explains why an entry has no effect; undefined if it has an effect. */
function findReason(entry: CommandRuleEntry): string | undefined {
  const [words = []] = entry.rule.spellings;
  if (fixedWords(words).length === 0) return undefined;
  // Enough additional words for any wrapper to start a program.
  const { programs, unreadable } = analyseProbe(
    writeCommand(fixedWords(words), isOpenRule(words) ? [anyWord, anyWord] : []),
  );
  if (unreadable !== undefined) return `a command that contains ${unreadable.construct} is always refused`;
  const isAllowance = entry.list === 'allowedCommands';
  if (
    programs.some((program) => appliesTo(entry, program) && (!isAllowance || program.need === 'rule' || isCd(program)))
  )
    return undefined;
  const [first] = programs;
  const name = first?.words[0]?.value ?? '';
  if (first?.need === 'free') return `'${name}' needs no rule`;
  return `'${name}' needs no rule, and the program that it starts needs a separate rule`;
}

/** Outside the project, `cd` needs a rule. */
function isCd({ words }: { readonly words: readonly { readonly value: string }[] }): boolean {
  return words[0]?.value === 'cd';
}
