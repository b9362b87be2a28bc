import { decide } from '@modegate/mode-core';
import { findSpellings } from '@modegate/shell-commands';
import { analyseProbe, fixedWords, writeCommand } from '../../commands/command-probes.ts';
import type { FoundProblem } from '../../source/finding.ts';
import { shown } from '../../source/shown.ts';
import { exampleWithRepair, type Rule } from '../../workspace/rule.ts';
import type { CommandRuleEntry, Workspace } from '../../workspace/workspace.ts';

/** M038: a denied command that can be written in other words. */
export const deniedCommandInOtherWords: Rule = {
  id: 'M038',
  name: 'denied-command-in-other-words',
  severity: 'warning',
  preset: 'default',
  since: '0.1.0',
  summary: 'A denied command, or one that needs consent, has another spelling that the rule does not find.',
  reason:
    'A rule to deny finds its words in any order, and options also cut off or glued, but it does not know that two options mean the same. `rm -rf` does not find `rm --recursive --force`, and `git push --force` does not find `git push origin +main`, which forces as well. Deny the program or the subcommand as a whole, or allow only the forms that the mode needs. The mode may run the command that a finding shows.',
  ...exampleWithRepair(
    {
      '.roomodes': `
        customModes:
          - slug: builder
            name: Builder
            roleDefinition: You build.
            groups: [read, edit, command]
            commandRestrictions:
              allowedCommands:
                - rm *
              disallowedCommands:
                - rm -rf
      `,
    },
    { '- rm -rf': '- rm -r\n        - rm -R\n        - rm --recursive' },
  ),
  isFixable: false,
  *check(workspace) {
    for (const entry of workspace.commandEntries())
      if (entry.list !== 'allowedCommands') yield* findMissed(workspace, entry);
  },
};

function* findMissed({ policy }: Workspace, entry: CommandRuleEntry): Iterable<FoundProblem> {
  const { mode, list, text, textPointer, rule } = entry;
  const [own] = analyseProbe(writeCommand(fixedWords(rule.spellings[0] ?? []))).programs;
  const found = own && findSpellings(own.words.map(({ value }) => value));
  const missed = found?.others.find(
    (command) =>
      decide(policy, { mode: mode.slug, tool: 'execute_command', params: { command }, shell: 'bash' }).allowed,
  );
  if (found === undefined || missed === undefined) return;
  const message = `${shown(text)} in '${list}' of mode '${mode.slug}' does not find ${shown(missed)}, which does the same. Write ${shown(found.advice)} there, or allow only the forms that the mode needs.`;
  yield { message, location: mode.file.locate(textPointer), mode: mode.slug };
}
