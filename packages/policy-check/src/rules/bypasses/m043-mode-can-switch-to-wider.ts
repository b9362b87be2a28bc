import { isUnlimited } from '../../workspace/mode-groups.ts';
import { isEvaluated } from '../../workspace/restriction-entries.ts';
import { exampleWithRepair, type Rule } from '../../workspace/rule.ts';
import type { CheckedMode } from '../../workspace/workspace.ts';
import { saysReadOnly } from './mode-words.ts';

/** M043: a mode that may continue in another mode with more rights. */
export const modeCanSwitchToWider: Rule = {
  id: 'M043',
  name: 'mode-can-switch-to-wider',
  severity: 'warning',
  preset: 'audit',
  since: '0.1.0',
  summary: 'A mode may switch to, or hand a task to, another mode that may do more.',
  reason:
    '`switch_mode` and `new_task` are open to every mode of the format, and the built-in modes may do nearly everything. Whether a user is asked first is a setting of the client; with automatic approval, there is no question. So a limit of a mode is only as strong as the switch out of it. The rule reports modes that promise something: those with a file limit or restrictions of MCP, and those whose own words say that they only read. Fix the mode of a connection, or switch these tools off in the settings, where that matters.',
  ...exampleWithRepair(
    {
      '.roomodes': `
        customModes:
          - slug: reviewer
            name: Read-only reviewer
            roleDefinition: You review changes.
            groups: [read]
      `,
    },
    {
      '    name: Read-only reviewer\n    roleDefinition: You review changes.':
        '    name: Reviewer\n    roleDefinition: You review changes, and go on in the mode that repairs them.',
    },
  ),
  isFixable: false,
  *check(workspace) {
    for (const mode of workspace.modes.filter((candidate) => isEvaluated(candidate) && promises(candidate)))
      for (const { way } of workspace.widerModes(mode))
        yield { message: way.message, location: mode.file.locate(mode.pointer), mode: mode.slug };
  },
};

function promises(mode: CheckedMode): boolean {
  const { mcpRestrictions, allowedMcpServers } = mode.loaded.config;
  return mcpRestrictions !== undefined || allowedMcpServers !== undefined || !isUnlimited(mode) || saysReadOnly(mode);
}
