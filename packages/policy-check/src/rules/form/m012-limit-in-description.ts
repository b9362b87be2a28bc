import { isJsonObject } from '@modegate/json';
import { shown } from '../../source/shown.ts';
import { writtenGroups } from '../../workspace/mode-groups.ts';
import { defineRule, exampleWithRepair, modeFile } from '../define-rule.ts';

/** M012: a restriction that is stated only in a description. */
export const limitInDescription = defineRule(['M012', 'limit-in-description', 'warning', 'default'], {
  summary: 'A group has a description that states a limit, but nothing enforces this limit.',
  reason:
    "The `description` of a group is text for people and for the prompt. Only `fileRegex` enforces a limit, and only for `read` and `edit`. In clients that use the format, commands and MCP tools have no limit of this kind. Modegate limits commands and MCP tools with `commandRestrictions` and `mcpRestrictions`. An entry such as `['command', { description: 'only to run the linters' }]` looks like a limit to a reviewer, but the mode can run every command.",
  ...exampleWithRepair(
    modeFile(
      'linter',
      'You lint.',
      'groups:',
      '  - read',
      '  - - command',
      '    - description: only to run the linters',
    ),
    {
      '      - - command\n        - description: only to run the linters':
        '      - - edit\n        - fileRegex: ^docs/.*\\.md$\n          description: Documentation only',
    },
  ),
  *check(workspace) {
    for (const mode of workspace.modes) {
      for (const [index, entry] of writtenGroups(mode).entries()) {
        const [group, options]: readonly unknown[] = Array.isArray(entry) ? entry : [];
        if (typeof group !== 'string' || !statesLimit(options)) continue;
        if (group === 'command' && mode.raw.commandRestrictions !== undefined) continue;
        const way =
          group === 'read' || group === 'edit'
            ? "Write the limit as 'fileRegex'."
            : group === 'command'
              ? "Write the limit as 'commandRestrictions', or remove the group."
              : "Remove the group, or state this in the mode's instructions as a request.";
        const message = `The description of group ${shown(group)} in mode ${shown(mode.slug)} states a limit, but nothing enforces it: the group is unrestricted. ${way}`;
        yield { message, location: mode.file.locate(`${mode.pointer}/groups/${index}/1/description`), mode: mode.slug };
      }
    }
  },
});

const limits =
  /\b(?:only|just|limited|restricted|except|excluding|never|no|not|without|allow-?list(?:ed)?|whitelist(?:ed)?)\b/i;
const maxLength = 1000;

function statesLimit(options: unknown): boolean {
  if (!isJsonObject(options) || Object.keys(options).length !== 1) return false;
  const { description } = options;
  return typeof description === 'string' && limits.test(description.slice(0, maxLength));
}
