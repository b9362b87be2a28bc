import { removeItem } from '../../fixes/remove-text.ts';
import { shown } from '../../source/shown.ts';
import { exampleWithRepair, type Rule } from '../../workspace/rule.ts';
import { effectiveServers, listKnownTools } from '../../workspace/servers.ts';

/** M046: advance approval of a destructive tool, or of everything that a server offers. */
export const alwaysAllowDestructive: Rule = {
  id: 'M046',
  name: 'always-allow-destructive',
  severity: 'error',
  preset: 'default',
  since: '0.1.0',
  summary: 'The `alwaysAllow` list of a server contains `*`, or a tool that the server marks as destructive.',
  reason:
    'A tool in `alwaysAllow` runs without asking as soon as automatic approval of MCP is on, so nobody checks the most dangerous calls. Roo Code and Zoo Code treat `*` as every tool, including tools that are added later. A tool counts as destructive if a lock file or its server specifies `destructiveHint: true`. Without a lock file or answers from the servers, this rule reports only `*`, and M049 checks names.',
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
    const tools = listKnownTools(workspace);
    for (const server of effectiveServers(workspace)) {
      const destructive = new Set(
        (tools.get(server.name) ?? []).flatMap(({ name, hints }) => (hints?.destructive === true ? [name] : [])),
      );
      const source = workspace.source(server.file);
      for (const [index, tool] of server.policy.alwaysAllow.entries()) {
        if (tool !== '*' && !destructive.has(tool)) continue;
        const pointer = `${server.pointer}/alwaysAllow/${index}`;
        const edit = removeItem(source, pointer);
        yield {
          message:
            tool === '*'
              ? `Every tool of server ${shown(server.name)} runs without approval, including tools that are added later. List the tools that may run without approval.`
              : `The tool ${shown(tool)} of server ${shown(server.name)} runs without approval, but its server marks it as destructive. Remove the tool from 'alwaysAllow'.`,
          location: source.locate(pointer),
          severity: tool === '*' ? 'warning' : 'error',
          server: server.name,
          fix: edit && { description: "Remove the tool from 'alwaysAllow'.", edits: [edit], isSafe: false },
        };
      }
    }
  },
};
