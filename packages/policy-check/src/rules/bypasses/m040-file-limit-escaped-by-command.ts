import { ruleLocation } from '../../workspace/decisions.ts';
import { groupPointer, isUnlimited } from '../../workspace/mode-groups.ts';
import { exampleWithRepair, type Rule } from '../../workspace/rule.ts';

/** M040: a file limit in a mode that has a shell. */
export const fileLimitEscapedByCommand: Rule = {
  id: 'M040',
  name: 'file-limit-escaped-by-command',
  severity: 'warning',
  preset: 'default',
  since: '0.1.0',
  summary: 'A mode limits which files it may edit, and holds the group `command`.',
  reason:
    'A file limit applies to the tools of its group, and not to commands: `echo … > src/app.ts` writes what `write_to_file` may not, in every client of the format. Half of the modes with a limit in public repositories can be bypassed this way. Leave out `command` if the limit is a boundary; if it is only a hint to the model, suppress this rule and give that reason.',
  ...exampleWithRepair(
    {
      '.roomodes': `
        customModes:
          - slug: docs-writer
            name: Docs Writer
            roleDefinition: You write documentation.
            groups:
              - read
              - - edit
                - fileRegex: ^docs/.*\\.md$
              - command
      `,
    },
    { '      - command\n': '' },
  ),
  isFixable: false,
  *check(workspace) {
    for (const { mode, way } of workspace.modeBypasses('file-limit-by-command')) {
      if (isUnlimited(mode)) continue;
      const limit = way.limit && ruleLocation(workspace, way.limit);
      const related = limit === undefined ? [] : [{ message: 'The limit.', location: limit }];
      const location = mode.file.locate(groupPointer(mode, 'command') ?? mode.pointer);
      const message = `Mode '${mode.slug}' limits the files it may edit, but its commands can write any file. Remove the group 'command', or do not rely on the limit.`;
      yield { message, location, related, mode: mode.slug };
    }
  },
};
