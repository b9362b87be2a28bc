import { decide } from '@modegate/mode-core';
import { findSpellings } from '@modegate/shell-commands';
import { analyseProbe, fixedWords, writeCommand } from '../../commands/command-probes.ts';
import type { FoundProblem } from '../../source/finding.ts';
import { shown } from '../../source/shown.ts';
import type { CommandRuleEntry, Workspace } from '../../workspace/workspace.ts';
import { builderMode, defineRule, exampleWithRepair } from '../define-rule.ts';

/** M038: a denied command that can be written in a different form. */
export const deniedCommandInOtherWords = defineRule(['M038', 'denied-command-in-other-words', 'warning', 'default'], {
  summary: 'A command that is denied or needs consent can be written in another way that the rule does not match.',
  reason:
    'A deny rule matches its words in any order. It also matches its options in abbreviated or combined form, but it does not know that two options mean the same thing. `rm -rf` does not match `rm --recursive --force`, and `git push --force` does not match `git push origin +main`, which also forces the push. Deny the whole program or subcommand, or allow only the forms that the mode needs. Each finding shows a command that the mode may still run.',
  ...exampleWithRepair(builderMode('allowedCommands:', '  - rm *', 'disallowedCommands:', '  - rm -rf'), {
    '- rm -rf': '- rm -r\n        - rm -R\n        - rm --recursive',
  }),
  *check(workspace) {
    for (const entry of workspace.commandEntries())
      if (entry.list !== 'allowedCommands') yield* findMissed(workspace, entry);
  },
});

function* findMissed({ policy }: Workspace, entry: CommandRuleEntry): Iterable<FoundProblem> {
  const { mode, list, text, textPointer, rule } = entry;
  const [own] = analyseProbe(writeCommand(fixedWords(rule.spellings[0] ?? []))).programs;
  const found = own && findSpellings(own.words.map(({ value }) => value));
  const missed = found?.others.find(
    (command) =>
      decide(policy, { mode: mode.slug, tool: 'execute_command', params: { command }, shell: 'bash' }).allowed,
  );
  if (found === undefined || missed === undefined) return;
  const message = `${shown(text)} in '${list}' of mode '${mode.slug}' does not match ${shown(missed)}, which does the same thing. Write ${shown(found.advice)} instead, or allow only the forms that the mode needs.`;
  yield { message, location: mode.file.locate(textPointer), mode: mode.slug };
}
