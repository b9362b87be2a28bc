import { decide } from '@modegate/mode-core';
import type { ProgramRun } from '@modegate/shell-commands';
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
      if (entry.list !== 'allowedCommands') yield* findSpellings(workspace, entry);
  },
};

function* findSpellings({ policy }: Workspace, entry: CommandRuleEntry): Iterable<FoundProblem> {
  const { mode, list, text, textPointer, rule } = entry;
  const [own] = analyseProbe(writeCommand(fixedWords(rule.spellings[0] ?? []))).programs;
  const found = own && spellings.find(({ of }) => of.some((words) => isAbout(own, words)));
  const missed = found?.others.find(
    (command) =>
      decide(policy, { mode: mode.slug, tool: 'execute_command', params: { command }, shell: 'bash' }).allowed,
  );
  if (found === undefined || missed === undefined) return;
  const message = `${shown(text)} in '${list}' of mode '${mode.slug}' does not find ${shown(missed)}, which does the same. Write ${shown(found.advice)} there, or allow only the forms that the mode needs.`;
  yield { message, location: mode.file.locate(textPointer), mode: mode.slug };
}

/** True if a program is run with these words in any order. */
function isAbout({ words }: ProgramRun, wanted: string): boolean {
  const given = new Set(words.map(({ value }) => value));
  return wanted.split(' ').every((word) => given.has(word));
}

/** Commands with the same effect. A rule with the words of `of` is meant for all of `others`. */
interface Spellings {
  readonly of: readonly string[];
  readonly others: readonly string[];
  /** Rule that finds all of them. */
  readonly advice: string;
}

/** From the manual pages of coreutils 9, git 2.39 and npm 10. */
const spellings: readonly Spellings[] = [
  {
    of: ['rm -rf', 'rm -fr', 'rm -r', 'rm -R', 'rm -f', 'rm --recursive', 'rm --force'],
    others: ['rm --recursive --force build', 'rm -r -f build', 'rm -R build'],
    advice: 'rm',
  },
  {
    of: ['git push --force', 'git push -f', 'git push --force-with-lease'],
    others: ['git push origin +main', 'git push -f', 'git push --force', 'git push --mirror'],
    advice: 'git push',
  },
  {
    of: ['git commit --no-verify', 'git commit -n'],
    others: ['git commit -n', 'git commit --no-verify'],
    advice: 'git commit',
  },
  {
    of: ['git clean -f', 'git clean -fd', 'git clean -fdx', 'git clean -df', 'git clean --force'],
    others: ['git clean --force', 'git clean -f'],
    advice: 'git clean',
  },
  {
    of: ['git branch -D', 'git branch -d', 'git branch --delete'],
    others: ['git branch --delete --force x', 'git branch -D x'],
    advice: 'git branch',
  },
  {
    of: ['chmod 777', 'chmod -R 777'],
    others: ['chmod a+rwx build', 'chmod 0777 build'],
    advice: 'chmod',
  },
  {
    of: ['npm install -g', 'npm install --global', 'npm i -g'],
    others: ['npm i -g x', 'npm install --global x', 'npm install --location=global x'],
    advice: 'npm',
  },
];
