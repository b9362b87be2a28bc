import { removeItem } from '../../fixes/remove-text.ts';
import { shown } from '../../source/shown.ts';
import { exampleWithRepair, type Rule } from '../../workspace/rule.ts';
import { effectiveServers, listKnownTools } from '../../workspace/servers.ts';
import { isShellTool } from './tool-words.ts';

/** M067: advance approval of a tool that runs commands. */
export const alwaysAllowShell: Rule = {
  id: 'M067',
  name: 'always-allow-shell',
  severity: 'warning',
  preset: 'default',
  since: '0.1.0',
  summary: 'The `alwaysAllow` list of a server contains a tool that, judging by its name, runs commands or code.',
  reason:
    'A tool such as `execute_command`, `run_terminal_cmd` or `cipher_bash` does whatever its argument says. Once it is approved in advance and automatic approval of MCP is on, it runs without asking, with the permissions of the user. It also bypasses every file limit and the list of allowed commands that the client keeps for its own shell. The rule ignores a tool that its server marks as read-only. If the server marks the tool as destructive, M046 reports it instead.',
  ...exampleWithRepair(
    {
      'mcp.json': `
        {
          "mcpServers": {
            "desktop": {
              "command": "desktop-mcp",
              "alwaysAllow": ["read_text", "execute_command"]
            }
          }
        }
      `,
    },
    { '"execute_command"]': '"get_command_history"]' },
  ),
  isFixable: true,
  *check(workspace) {
    const tools = listKnownTools(workspace);
    for (const server of effectiveServers(workspace)) {
      const judged = new Set(
        (tools.get(server.name) ?? []).flatMap(({ name, hints }) =>
          hints?.readOnly === true || hints?.destructive === true ? [name] : [],
        ),
      );
      const source = workspace.source(server.file);
      for (const [index, tool] of server.policy.alwaysAllow.entries()) {
        if (judged.has(tool) || !isShellTool(tool)) continue;
        const pointer = `${server.pointer}/alwaysAllow/${index}`;
        const edit = removeItem(source, pointer);
        yield {
          message: `The tool ${shown(tool)} of server ${shown(server.name)} runs without approval and, judging by its name, runs commands or code. Remove the tool from 'alwaysAllow'.`,
          location: source.locate(pointer),
          server: server.name,
          fix: edit && { description: "Remove the tool from 'alwaysAllow'.", edits: [edit], isSafe: false },
        };
      }
    }
  },
};
