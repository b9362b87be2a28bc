import { type Decision, decide } from '@modegate/mode-core';
import { removeItem } from '../../fixes/remove-text.ts';
import { shown } from '../../source/shown.ts';
import { isReachable } from '../../workspace/decisions.ts';
import { disabledToolMatcher, effectiveServers } from '../../workspace/servers.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { defineRule, exampleWithRepair } from '../define-rule.ts';

/** M047: advance approval for a tool that no mode may use. */
export const alwaysAllowNotReachable = defineRule({
  id: 'M047',
  name: 'always-allow-not-reachable',
  severity: 'info',
  preset: 'strict',
  summary: 'The list `alwaysAllow` of a server names a tool that is switched off, or that no mode may use.',
  reason:
    'The entry has no effect today. It takes effect when someone opens the tool to a mode, or uses the file in a client that does not know the restrictions of modes; then the tool runs without asking. The rule checks every mode, including the built-in ones. Servers that are switched off are ignored.',
  ...exampleWithRepair(
    {
      'mcp.json': `
        {
          "mcpServers": {
            "github": {
              "command": "github-mcp-server",
              "alwaysAllow": ["get_issue", "fork_repository"],
              "disabledTools": ["fork_repository"]
            }
          }
        }
      `,
    },
    { '["get_issue", "fork_repository"],': '["get_issue"],' },
  ),
  isFixable: true,
  *check(workspace) {
    for (const server of effectiveServers(workspace)) {
      if (server.state === 'invalid' || server.policy.disabled || !isServerReachable(workspace, server.name)) continue;
      const source = workspace.source(server.file);
      const isOff = disabledToolMatcher(server.policy);
      for (const [index, tool] of server.policy.alwaysAllow.slice(0, maxTools).entries()) {
        if (tool === '' || tool === '*') continue;
        if (!isOff(tool) && isToolReachable(workspace, { server: server.name, tool })) continue;
        const pointer = `${server.pointer}/alwaysAllow/${index}`;
        const edit = removeItem(source, pointer);
        const why = isOff(tool) ? "and the server's own settings switch it off" : 'and no mode may use it';
        yield {
          message: `The tool ${shown(tool)} of server ${shown(server.name)} needs no approval, ${why}. Remove it from 'alwaysAllow'.`,
          location: source.locate(pointer),
          server: server.name,
          fix: edit && { description: "Remove it from 'alwaysAllow'.", edits: [edit], isSafe: true },
        };
      }
    }
  },
});

// Exceeds the number of tools of any server whose tools people approve by name.
const maxTools = 500;

/** Another rule reports a server that no mode may use. */
function isServerReachable({ policy }: Workspace, server: string): boolean {
  return policy.modes.some(({ config }) => isReachable(ask(policy, config.slug, { server })));
}

function isToolReachable({ policy }: Workspace, of: { readonly server: string; readonly tool: string }): boolean {
  return policy.modes.some(({ config }) => isReachable(ask(policy, config.slug, of)));
}

function ask(
  policy: Workspace['policy'],
  mode: string,
  mcp: { readonly server: string; readonly tool?: string },
): Decision {
  return decide(policy, { mode, tool: mcp.tool === undefined ? 'access_mcp_resource' : 'use_mcp_tool', mcp });
}
