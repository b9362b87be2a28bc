import { findCommandWays } from '../../bypasses/commands/find-command-ways.ts';
import { isAnyCommand } from '../../commands/command-probes.ts';
import { listCommandSets } from '../../commands/command-sets.ts';
import { hasCommandRules } from '../../workspace/command-entries.ts';
import { groupPointer } from '../../workspace/mode-groups.ts';
import { builderMode, defineRule, exampleWithRepair } from '../define-rule.ts';

/** M037: denied commands in a mode that has no allow list for commands. */
export const deniedCommandsBindNobody = defineRule(['M037', 'denied-commands-bind-nobody', 'warning', 'default'], {
  summary: 'A mode denies some commands, or asks about them, but may run all other commands.',
  reason:
    'Another program can always do the same. If `rm` is denied, `find -delete` or `python3 -c` can delete files. If `curl` is denied, `node -e` can download files. A study from 2026 tested 1,709 public deny lists of commands, and 69 to 99 % of them could be evaded (arXiv 2606.15549). Deny rules are useful as exceptions to a closed list of allowed commands. If they are only meant to prevent accidents, suppress this rule and give that reason.',
  ...exampleWithRepair(builderMode('disallowedCommands:', '  - rm'), {
    'disallowedCommands:\n': 'allowedCommands:\n            - git status *\n          disallowedCommands:\n',
  }),
  *check({ modes, policy }) {
    for (const mode of modes.filter(hasCommandRules)) {
      if (groupPointer(mode, 'command') === undefined) continue;
      const sets = listCommandSets(policy, mode.slug);
      const isClosed = sets.some((set) => set.isClosed && !set.entries.some(isAnyCommand));
      const [own] = sets;
      const list = (['disallowedCommands', 'askCommands'] as const).find((name) =>
        own?.entries.some((entry) => entry.list === name),
      );
      if (isClosed || list === undefined) continue;
      const verb = list === 'askCommands' ? 'asks about' : 'denies';
      const why =
        own?.isClosed === true ? "because 'allowedCommands' contains '*'" : "because it has no 'allowedCommands'";
      const [way] = findCommandWays({ policy, mode: mode.slug, circumstances: {} }, undefined);
      const command = way?.calls.at(-1)?.params.command;
      const shownWay = command === undefined ? '' : `, such as \`${command}\``;
      const message = `Mode '${mode.slug}' ${verb} some commands but may run all other commands, ${why}. Another command can do the same${shownWay}, so these rules are easy to bypass. List the commands that the mode needs in 'allowedCommands'.`;
      yield { message, location: mode.file.locateKey(`${mode.pointer}/commandRestrictions/${list}`), mode: mode.slug };
    }
  },
});
