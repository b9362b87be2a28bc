import { replaceName } from '../../fixes/replace-name.ts';
import type { FoundProblem } from '../../source/finding.ts';
import { shown } from '../../source/shown.ts';
import type { CommandRuleEntry } from '../../workspace/workspace.ts';
import { builderMode, defineRule, exampleWithRepair } from '../define-rule.ts';

/** M035: an allowed command that other agents would read as a prefix. */
export const commandRuleOfOtherAgent = defineRule(['M035', 'command-rule-of-other-agent', 'warning', 'default'], {
  summary: 'An entry in `allowedCommands` uses the notation of another agent, so it allows less than intended.',
  reason:
    'In Claude Code, `git push:*` allows any arguments of `git push`. In Roo Code and Zoo Code, the entry `npm` is a prefix that allows every npm command. Modegate compares the words from first to last: `git push:*` allows only a word that begins with `push:`, and `npm` allows only the program without arguments. Write `git push *` or, better, list the commands that the mode needs. In entries that deny or ask, Modegate understands both notations.',
  ...exampleWithRepair(builderMode('allowedCommands:', '  - git status:*'), { 'git status:*': 'git status *' }),
  isFixable: true,
  *check(workspace) {
    const allowed = workspace.commandEntries().filter(({ list }) => list === 'allowedCommands');
    for (const entries of Map.groupBy(allowed, ({ mode }) => mode).values()) {
      const texts = new Set(entries.map(({ text }) => text));
      for (const entry of entries) {
        const isOpened = texts.has(`${entry.text} *`);
        const problem = findClaudeSpelling(entry) ?? (isOpened ? undefined : findBareProgram(entry));
        if (problem !== undefined) yield problem;
      }
    }
  },
});

function findClaudeSpelling({ mode, text, textPointer }: CommandRuleEntry): FoundProblem | undefined {
  const [, start] = /^(.*\S):\*$/.exec(text) ?? [];
  if (start === undefined) return undefined;
  const meant = `${start} *`;
  const message = `${shown(text)} in 'allowedCommands' of mode '${mode.slug}' uses the Claude Code notation for any further arguments. In Modegate, it allows only a word that begins with ${shown(`${start.split(/\s+/).at(-1) ?? ''}:`)}. Write ${shown(meant)}.`;
  // The author meant to allow this, but the mode does not allow it now.
  const fix = replaceName(mode.file, textPointer, { name: meant, isSafe: false });
  return { message, location: mode.file.locate(textPointer), fix, mode: mode.slug };
}

function findBareProgram({ mode, text, textPointer, rule }: CommandRuleEntry): FoundProblem | undefined {
  const [word, ...others] = rule.spellings[0] ?? [];
  if (word === undefined || others.length > 0 || word.pieces.length > 1) return undefined;
  const [name = ''] = word.pieces;
  const message = `${shown(text)} in 'allowedCommands' of mode '${mode.slug}' allows only '${name}' without arguments. In Roo Code and Zoo Code, it would be a prefix. If the mode needs arguments, list the complete commands, or write ${shown(`${text} *`)} to allow all arguments.`;
  return { message, location: mode.file.locate(textPointer), severity: 'info', mode: mode.slug };
}
