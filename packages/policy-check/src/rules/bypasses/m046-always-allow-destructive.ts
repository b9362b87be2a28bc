import { shown } from '../../source/shown.ts';
import { defineRule, exampleWithRepair, serverEntry, serversText } from '../define-rule.ts';
import { approvedTools } from '../servers/approved-tools.ts';

/** M046: advance approval of a destructive tool, or of everything that a server offers. */
export const alwaysAllowDestructive = defineRule(['M046', 'always-allow-destructive', 'error', 'default'], {
  summary: 'The `alwaysAllow` list of a server contains `*`, or a tool that the server marks as destructive.',
  reason:
    'A tool in `alwaysAllow` runs without asking as soon as automatic approval of MCP is on, so nobody checks the most dangerous calls. Roo Code and Zoo Code treat `*` as every tool, including tools that are added later. A tool counts as destructive if a lock file or its server specifies `destructiveHint: true`. Without a lock file or responses from the servers, this rule reports only `*`, and M049 checks names.',
  ...exampleWithRepair(
    {
      'mcp.json': serversText(
        serverEntry('github', '"command": "github-mcp-server"', '"alwaysAllow": ["get_issue", "delete_repo"]'),
      ),
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
            `Every tool of server ${shown(server.name)} runs without approval, including tools that are added later. List the tools that may run without approval.`,
          ),
          severity: 'warning',
        };
      else if (hints.some(({ destructive }) => destructive === true))
        yield report(
          `The tool ${shown(tool)} of server ${shown(server.name)} runs without approval, but its server marks it as destructive. Remove the tool from 'alwaysAllow'.`,
        );
  },
});
