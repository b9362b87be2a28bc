import { isUnlimited } from '../../workspace/mode-groups.ts';
import { isEvaluated } from '../../workspace/restriction-entries.ts';
import type { CheckedMode } from '../../workspace/workspace.ts';
import { defineRule, exampleWithRepair } from '../define-rule.ts';
import { saysReadOnly } from './mode-words.ts';

/** M043: a mode that may switch to, or hand a task to, another mode with more permissions. */
export const modeCanSwitchToWider = defineRule(['M043', 'mode-can-switch-to-wider', 'warning', 'audit'], {
  summary: 'A mode may switch to another mode with more permissions, or delegate a task to it.',
  reason:
    '`switch_mode` and `new_task` are allowed in every mode of the format, and the built-in modes may do nearly everything. A client setting decides whether the user is asked first; with automatic approval, the user is not asked. The limits of a mode are therefore only as strong as the control over switching to another mode. The rule reports modes that have a file limit or MCP restrictions, and modes whose own text says that they only read. If this matters, pin the connection to one mode, or disable these tools in the settings.',
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
        '    name: Reviewer\n    roleDefinition: You review changes, then continue in the mode that fixes them.',
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
