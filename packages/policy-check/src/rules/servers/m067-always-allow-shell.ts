import { shown } from '../../source/shown.ts';
import { defineRule, exampleWithRepair, serverEntry, serversText } from '../define-rule.ts';
import { approvedTools } from './approved-tools.ts';
import { isShellTool } from './tool-words.ts';

/** M067: advance approval of a tool that runs commands. */
export const alwaysAllowShell = defineRule(['M067', 'always-allow-shell', 'warning', 'default'], {
  summary: 'The `alwaysAllow` list of a server contains a tool that, judging by its name, runs commands or code.',
  reason:
    'A tool such as `execute_command`, `run_terminal_cmd` or `cipher_bash` does whatever its argument says. Once it is approved in advance and automatic approval of MCP is on, it runs without asking, with the permissions of the user. It also bypasses every file limit and the list of allowed commands that the client keeps for its own shell. The rule ignores a tool that its server marks as read-only. If the server marks the tool as destructive, M046 reports it instead.',
  ...exampleWithRepair(
    {
      'mcp.json': serversText(
        serverEntry('desktop', '"command": "desktop-mcp"', '"alwaysAllow": ["read_text", "execute_command"]'),
      ),
    },
    { '"execute_command"]': '"get_command_history"]' },
  ),
  isFixable: true,
  *check(workspace) {
    for (const { server, tool, hints, report } of approvedTools(workspace)) {
      const isJudged = hints.some(({ readOnly, destructive }) => readOnly === true || destructive === true);
      if (!isJudged && isShellTool(tool))
        yield report(
          `The tool ${shown(tool)} of server ${shown(server.name)} runs without approval and, judging by its name, runs commands or code. Remove the tool from 'alwaysAllow'.`,
        );
    }
  },
});
