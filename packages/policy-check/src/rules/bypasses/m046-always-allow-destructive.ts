import { shown } from '../../source/shown.ts';
import { defineRule, exampleWithRepair } from '../define-rule.ts';
import { approvedTools } from '../servers/approved-tools.ts';

/** M046: advance approval for a destructive tool, or for everything that a server offers. */
export const alwaysAllowDestructive = defineRule({
  id: 'M046',
  name: 'always-allow-destructive',
  severity: 'error',
  preset: 'default',
  summary: 'The list `alwaysAllow` of a server names a tool that its server calls destructive, or `*`.',
  reason:
    'A tool in `alwaysAllow` runs without asking as soon as automatic approval of MCP is on: there is no longer a check by a person where it matters most. Roo Code and Zoo Code read `*` as every tool, including future ones. A tool counts as destructive if it has `destructiveHint: true`, in a lock file or from the servers themselves; without either, only `*` is reported, and M049 checks names.',
  ...exampleWithRepair(
    {
      'mcp.json': `
        {
          "mcpServers": {
            "github": {
              "command": "github-mcp-server",
              "alwaysAllow": ["get_issue", "delete_repo"]
            }
          }
        }
      `,
      'tools.json':
        '[{ "name": "github", "tools": [{ "name": "get_issue" }, { "name": "delete_repo", "hints": { "destructive": true } }] }]\n',
    },
    { '["get_issue", "delete_repo"]': '["get_issue"]' },
  ),
  isFixable: true,
  *check(workspace) {
    for (const { server, tool, hints, report } of approvedTools(workspace))
      if (tool === '*')
        yield {
          ...report(
            `Every tool of server ${shown(server.name)} runs without approval, as will any that it adds later. Name the tools that may run without approval.`,
          ),
          severity: 'warning',
        };
      else if (hints.some(({ destructive }) => destructive === true))
        yield report(
          `The tool ${shown(tool)} of server ${shown(server.name)} runs without approval, and its server calls it destructive. Remove it from 'alwaysAllow'.`,
        );
  },
});
