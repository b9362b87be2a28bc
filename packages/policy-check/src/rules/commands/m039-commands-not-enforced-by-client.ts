import { commandEnforcement, describeEnforcement } from '../../commands/enforcement.ts';
import { hasCommandRules } from '../../workspace/command-entries.ts';
import { builderMode, defineRule, exampleWithRepair } from '../define-rule.ts';

/** M039: command restrictions, which clients that read the format do not recognise. */
export const commandsNotEnforcedByClient = defineRule(['M039', 'commands-not-enforced-by-client', 'info', 'strict'], {
  summary: 'A mode has `commandRestrictions`, but the clients that read the modes file ignore this key.',
  reason:
    'Roo Code, Zoo Code, Kilo Code and IBM Bob keep the key in the file but let the mode run every command. The key takes effect only where Modegate checks calls: in the hooks and plugins of other agents, in `validate_tool_use`, and in programs that use the library. In a client that ignores the key, the mode can do whatever the group `command` allows. If you use such a client and the limit matters, remove the group.',
  ...exampleWithRepair(builderMode('allowedCommands:', '  - git status *'), {
    'edit, command]': 'edit]',
    '    commandRestrictions:\n      allowedCommands:\n        - git status *\n': '',
  }),
  *check({ modes }) {
    for (const mode of modes.filter(hasCommandRules)) {
      const message = `Mode '${mode.slug}' restricts its commands, but not every agent enforces the restrictions. ${describeEnforcement(commandEnforcement)}`;
      yield { message, location: mode.file.locateKey(`${mode.pointer}/commandRestrictions`), mode: mode.slug };
    }
  },
});
