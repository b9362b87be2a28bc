import { removeItem } from '../../fixes/remove-text.ts';
import { shown } from '../../source/shown.ts';
import { isUsable } from '../../workspace/decisions.ts';
import { disabledToolMatcher, effectiveServers } from '../../workspace/servers.ts';
import { defineRule, exampleWithRepair, serverEntry, serversText } from '../define-rule.ts';

/** M047: advance approval of a tool that no mode may use. */
export const alwaysAllowNotReachable = defineRule(['M047', 'always-allow-not-reachable', 'info', 'strict'], {
  summary: 'The `alwaysAllow` list of a server contains a tool that is disabled, or that no mode may use.',
  reason:
    'The entry has no effect today. It takes effect when someone allows a mode to use the tool, or uses the file in a client that does not support mode restrictions. The tool then runs without asking. The rule checks every mode, including the built-in modes. Disabled servers are ignored.',
  ...exampleWithRepair(
    {
      'mcp.json': serversText(
        serverEntry(
          'github',
          '"command": "github-mcp-server"',
          '"alwaysAllow": ["get_issue", "fork_repository"]',
          '"disabledTools": ["fork_repository"]',
        ),
      ),
    },
    { '["get_issue", "fork_repository"],': '["get_issue"],' },
  ),
  isFixable: true,
  *check(workspace) {
    for (const server of effectiveServers(workspace)) {
      // A server that no mode may use is reported by another rule.
      if (server.state === 'invalid' || server.policy.disabled || !isUsable(workspace, { server: server.name }))
        continue;
      const source = workspace.source(server.file);
      const isOff = disabledToolMatcher(server.policy);
      for (const [index, tool] of server.policy.alwaysAllow.slice(0, maxTools).entries()) {
        if (tool === '' || tool === '*') continue;
        if (!isOff(tool) && isUsable(workspace, { server: server.name, tool })) continue;
        const pointer = `${server.pointer}/alwaysAllow/${index}`;
        const why = isOff(tool) ? "because the server's own settings disable it" : 'because no mode may use it';
        const message = `Approving the tool ${shown(tool)} of server ${shown(server.name)} in advance has no effect, ${why}. Remove the tool from 'alwaysAllow'.`;
        const edit = removeItem(source, pointer);
        const fix = edit && { description: "Remove the tool from 'alwaysAllow'.", edits: [edit], isSafe: true };
        yield { message, location: source.locate(pointer), server: server.name, fix };
      }
    }
  },
});

// Larger than the number of tools on any server whose tools are approved by name.
const maxTools = 500;
