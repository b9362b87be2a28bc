import { isUnlimited } from '../../workspace/mode-groups.ts';
import { isEvaluated } from '../../workspace/restriction-entries.ts';
import type { CheckedMode } from '../../workspace/workspace.ts';
import { defineRule, exampleWithRepair } from '../define-rule.ts';
import { saysReadOnly } from './mode-words.ts';

/** M043: a mode that may switch to, or hand a task to, another mode with more rights. */
export const modeCanSwitchToWider = defineRule({
  id: 'M043',
  name: 'mode-can-switch-to-wider',
  severity: 'warning',
  preset: 'audit',
  summary: 'A mode may switch to, or hand a task to, another mode that may do more.',
  reason:
    '`switch_mode` and `new_task` are allowed in every mode of the format, and the built-in modes may do nearly everything. A setting of the client decides whether the user is asked first; with automatic approval, the user is not asked. So the limits of a mode are only as strong as the control over switching out of it. The rule reports modes that promise something: those with a file limit or MCP restrictions, and those whose own text says that they only read. If this matters, pin the connection to one mode, or switch these tools off in the settings.',
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
  *check(workspace) {
    for (const mode of workspace.modes.filter((candidate) => isEvaluated(candidate) && promises(candidate)))
      for (const { way } of workspace.widerModes(mode))
        yield { message: way.message, location: mode.file.locate(mode.pointer), mode: mode.slug };
  },
});

function promises(mode: CheckedMode): boolean {
  const { mcpRestrictions, allowedMcpServers } = mode.loaded.config;
  return mcpRestrictions !== undefined || allowedMcpServers !== undefined || !isUnlimited(mode) || saysReadOnly(mode);
}
