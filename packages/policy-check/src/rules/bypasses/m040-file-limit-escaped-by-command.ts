import { relatedRule, ruleLocation } from '../../workspace/decisions.ts';
import { groupPointer, isUnlimited } from '../../workspace/mode-groups.ts';
import { defineRule, docsMode, exampleWithRepair } from '../define-rule.ts';

/** M040: a file restriction in a mode that has a shell. */
export const fileLimitEscapedByCommand = defineRule(['M040', 'file-limit-escaped-by-command', 'warning', 'default'], {
  summary: 'A mode limits which files it may edit, but its commands can write other files.',
  reason:
    'A file limit applies only to the tools of its group, not to commands. In every client that uses the format, `echo … > src/app.ts` can write a file that `write_to_file` may not write. In public repositories, half of the modes with a file limit can be bypassed this way. If the limit is a boundary, remove `command`, or list the commands that the mode needs in `commandRestrictions`. If the limit is only a hint to the model, suppress this rule and give that reason. With a list of commands, Modegate checks every program and file in a command. The limit is then effective unless an entry allows a program that can do anything (such as `python *`), an unknown program, or a program that runs a file that the mode may write. Each finding shows the calls that make up a bypass, and Modegate allows all of these calls. If a bypass is possible but not certain, the finding is informational.',
  ...exampleWithRepair(docsMode('^docs/.*\\.md$', 'command'), { '      - command\n': '' }),
  *check(workspace) {
    for (const { mode, way } of workspace.modeBypasses('file-limit-by-command')) {
      if (isUnlimited(mode)) continue;
      const isOfEntry = way.calls !== undefined;
      const related = relatedRule(workspace, way.limit, 'The limit.');
      const entry = isOfEntry ? ruleLocation(workspace, way.by) : undefined;
      const location = entry ?? mode.file.locate(groupPointer(mode, 'command') ?? mode.pointer);
      const message = isOfEntry
        ? way.message
        : `Mode '${mode.slug}' limits the files it may edit, but its commands can write any file. List the commands that the mode needs in 'commandRestrictions', remove the group 'command', or do not rely on the limit.`;
      const severity = way.certainty === 'possible' ? 'info' : undefined;
      yield { message, location, related, severity, mode: mode.slug };
    }
  },
});
