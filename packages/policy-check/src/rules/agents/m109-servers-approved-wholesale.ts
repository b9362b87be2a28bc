import { exampleWithRepair, serversText } from '../define-rule.ts';
import { codexConfig, writeJson } from './agent-files.ts';
import { agentRule, fixable } from './agent-rule.ts';

/** M109: approval of servers that nobody has reviewed. */
export const serversApprovedWholesale = agentRule(['M109', 'servers-approved-wholesale', 'warning', 'default'], {
  summary: 'Every MCP server of the project, or every tool of a server, is approved in advance.',
  reason:
    'With `enableAllProjectMcpServers`, Claude Code starts any server that a pull request adds to `.mcp.json`, without asking anyone. With `default_tools_approval_mode = "approve"`, Codex runs every tool of the server, including any that the server adds later.',
  examples: {
    'Claude Code': fixable(
      {
        '.mcp.json': serversText('"docs": { "command": "docs-server" }'),
        '.claude/settings.json': writeJson({ enableAllProjectMcpServers: true }),
      },
      { '"enableAllProjectMcpServers": true': '"enabledMcpjsonServers": ["docs"]' },
    ),
    Codex: exampleWithRepair(
      codexConfig(
        '[mcp_servers.docs]',
        'url = "https://docs.example.com/mcp"',
        'default_tools_approval_mode = "approve"',
      ),
      { 'default_tools_approval_mode = "approve"\n': '' },
    ),
  },
});
