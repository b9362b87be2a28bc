import { ruleLocation } from '../../workspace/decisions.ts';
import { groupPointer, isUnlimited } from '../../workspace/mode-groups.ts';
import { defineRule, docsMode, exampleWithRepair } from '../define-rule.ts';

/** M040: a file limit in a mode that has a shell. */
export const fileLimitEscapedByCommand = defineRule({
  id: 'M040',
  name: 'file-limit-escaped-by-command',
  severity: 'warning',
  preset: 'default',
  summary: 'A mode limits which files it may edit, but its commands can write others.',
  reason:
    'A file limit applies to the tools of its group, and not to commands: `echo … > src/app.ts` writes what `write_to_file` may not, in every client that uses the format. Half of the modes with a limit in public repositories can be bypassed this way. Leave out `command` if the limit is a boundary, or list the commands that the mode needs in `commandRestrictions`; if the limit is only a hint to the model, suppress this rule and give that reason. With such a list, Modegate judges every program and file of a command. The limit then holds unless an entry allows a program that can do anything, such as `python *`, a program about which nothing is known, or a program that runs a file which the mode may write: each finding shows the calls, and Modegate allows all of them. If a bypass is only known to be possible, the finding is informational.',
  ...exampleWithRepair(docsMode('^docs/.*\\.md$', 'command'), { '      - command\n': '' }),
  *check(workspace) {
    for (const { mode, way } of workspace.modeBypasses('file-limit-by-command')) {
      if (isUnlimited(mode)) continue;
      const isOfEntry = way.calls !== undefined;
      const limit = way.limit && ruleLocation(workspace, way.limit);
      const related = limit === undefined ? [] : [{ message: 'The limit.', location: limit }];
      const entry = isOfEntry ? ruleLocation(workspace, way.by) : undefined;
      const location = entry ?? mode.file.locate(groupPointer(mode, 'command') ?? mode.pointer);
      const message = isOfEntry
        ? way.message
        : `Mode '${mode.slug}' limits the files it may edit, but its commands can write any file. List the commands it needs in 'commandRestrictions', remove the group 'command', or do not rely on the limit.`;
      const severity = way.certainty === 'possible' ? 'info' : undefined;
      yield { message, location, related, severity, mode: mode.slug };
    }
  },
});
