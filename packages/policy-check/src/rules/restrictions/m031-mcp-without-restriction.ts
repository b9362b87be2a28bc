import { shownList } from '../../source/shown.ts';
import { mayUseTool } from '../../workspace/decisions.ts';
import { groupPointer } from '../../workspace/mode-groups.ts';
import { isEvaluated } from '../../workspace/restriction-entries.ts';
import { effectiveServers } from '../../workspace/servers.ts';
import { defineRule, exampleWithRepair, triageMode } from '../define-rule.ts';

/** M031: a mode that may use every server because it has no rules for them. */
export const mcpWithoutRestriction = defineRule(['M031', 'mcp-without-restriction', 'info', 'strict'], {
  summary: 'A mode has the group `mcp` without any restriction, and there is more than one server.',
  reason:
    'The group `mcp` opens every server that is on by default, and every server that is added later. Four out of five modes in public repositories are written this way, usually because their format offers no way to allow less. The tools of all servers are also in the prompt of the mode, where they cost tokens and attention. The rule needs the server files.',
  ...exampleWithRepair(
    {
      ...triageMode(),
      'mcp.json':
        '{ "mcpServers": { "tracker": { "command": "tracker-mcp" }, "github": { "command": "github-mcp-server" } } }\n',
    },
    { '    groups: [read, mcp]': '    groups: [read, mcp]\n    mcpRestrictions:\n      allowedServers: [tracker]' },
  ),
  *check(workspace) {
    const servers = effectiveServers(workspace).filter(({ state, policy }) => state === 'valid' && !policy.disabled);
    if (servers.length < 2) return;
    const names = servers.map(({ name }) => name).slice(0, 200);
    for (const mode of workspace.modes.filter(isEvaluated)) {
      const { config } = mode.loaded;
      const pointer = groupPointer(mode, 'mcp');
      if (pointer === undefined || config.mcpRestrictions !== undefined || config.allowedMcpServers !== undefined)
        continue;
      const open = names.filter((server) => mayUseTool(workspace, mode.slug, { server }));
      if (open.length < 2) continue;
      const message = `Mode '${mode.slug}' may use every tool of ${shownList(open)}, and of every server that is added later. List the servers that it needs in 'mcpRestrictions.allowedServers'.`;
      yield { message, location: mode.file.locate(pointer), mode: mode.slug };
    }
  },
});
