import { listTools } from '@modegate/mode-core';
import { getGroupName } from '@modegate/mode-core/modes';
import { isEvaluated } from '../../workspace/restriction-entries.ts';
import { defineRule, exampleWithRepair, modeFile } from '../define-rule.ts';

/** M045: a mode without any restrictions. */
export const godMode = defineRule(['M045', 'god-mode', 'info', 'audit'], {
  summary: 'A mode may edit every file, run every command, and use every server.',
  reason:
    'A mode without limits is a prompt, not a boundary. Most public modes have no limits, and some of them do not need any. A list of these modes shows where a boundary may have been intended.',
  ...exampleWithRepair(modeFile('builder', 'You build.', 'groups: [read, edit, browser, command, mcp]'), {
    'browser, command, mcp]': 'command]',
  }),
  *check(workspace) {
    for (const mode of workspace.modes.filter(isEvaluated)) {
      const { mcpRestrictions, allowedMcpServers, commandRestrictions } = mode.loaded.config;
      if ([mcpRestrictions, allowedMcpServers, commandRestrictions].some((limit) => limit !== undefined)) continue;
      const open = new Set(
        listTools(workspace.policy, mode.slug).flatMap(({ group, limits }) => (limits.length === 0 ? [group] : [])),
      );
      // The servers may be configured somewhere that this program does not look.
      const holdsMcp = mode.loaded.config.groups.some((group) => getGroupName(group) === 'mcp');
      if (!open.has('edit') || !open.has('command') || !holdsMcp) continue;
      const message = `Mode '${mode.slug}' may edit every file, run every command and use every MCP server. Remove the permissions that the mode does not need.`;
      yield { message, location: mode.file.locateKey(`${mode.pointer}/groups`), mode: mode.slug };
    }
  },
});
