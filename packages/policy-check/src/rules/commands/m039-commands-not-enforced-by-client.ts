import { commandEnforcement, describeEnforcement } from '../../commands/enforcement.ts';
import { hasCommandRules } from '../../workspace/command-entries.ts';
import { exampleWithRepair, type Rule } from '../../workspace/rule.ts';

/** M039: restrictions on commands, which the clients of the format do not know. */
export const commandsNotEnforcedByClient: Rule = {
  id: 'M039',
  name: 'commands-not-enforced-by-client',
  severity: 'info',
  preset: 'strict',
  since: '0.1.0',
  summary: 'A mode has `commandRestrictions`, which the clients that read its file ignore.',
  reason:
    'Roo Code, Zoo Code, Kilo Code and IBM Bob keep the key in the file and run every command of the mode. The key holds where Modegate is asked: in the hooks and plugins of other agents, by `validate_tool_use`, and in a program that uses the library. In a client that ignores it, the mode can do whatever its group `command` can do, so leave the group out if that client is in use and the limit matters.',
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
                - git status *
      `,
    },
    {
      'edit, command]': 'edit]',
      '    commandRestrictions:\n      allowedCommands:\n        - git status *\n': '',
    },
  ),
  isFixable: false,
  *check({ modes }) {
    for (const mode of modes.filter(hasCommandRules)) {
      const message = `Mode '${mode.slug}' limits its commands, which not every agent respects. ${describeEnforcement(commandEnforcement)}`;
      yield { message, location: mode.file.locateKey(`${mode.pointer}/commandRestrictions`), mode: mode.slug };
    }
  },
};
