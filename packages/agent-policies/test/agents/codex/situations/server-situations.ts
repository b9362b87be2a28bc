import { join } from 'node:path';
import { type CodexSituation, type CodexTry, userConfig } from '../situation.ts';

const hints = {
  plain: {},
  reads: { readOnlyHint: true },
  reads_and_destroys: { readOnlyHint: true, destructiveHint: true },
  keeps: { destructiveHint: false },
  keeps_closed: { destructiveHint: false, openWorldHint: false },
  closed: { openWorldHint: false },
} as const;

/** Returns the settings of a server with tools of each kind. */
export function serverConfig(id: string, more: string): string {
  const tools = JSON.stringify(Object.entries(hints).map(([name, annotations]) => ({ name, annotations })));
  const args = JSON.stringify([join(import.meta.dirname, '../mcp-tools.mjs'), tools]);
  return `[mcp_servers.${JSON.stringify(id)}]\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${args}\n${more}\n`;
}

/** Returns a call to one of these tools. */
export function serverCall(tool: keyof typeof hints, server = 'git_hub_x'): CodexTry {
  return { tool: `mcp__${server}__${tool}`, arguments: { title: 'x' }, annotations: hints[tool] };
}

const every = (Object.keys(hints) as (keyof typeof hints)[]).map((tool) => serverCall(tool));

const starts = [
  { sandbox: 'read-only', approvalPolicy: 'on-request' },
  { sandbox: 'workspace-write', approvalPolicy: 'never' },
  { sandbox: 'danger-full-access', approvalPolicy: 'never' },
  { sandbox: 'danger-full-access', approvalPolicy: 'on-request' },
];

const settings = [
  'enabled = false',
  'enabled_tools = ["reads"]',
  'enabled_tools = []',
  'disabled_tools = ["reads"]',
  'disabled_tools = ["re*"]',
  'enabled_tools = ["reads", "plain"]\ndisabled_tools = ["reads"]',
  'default_tools_approval_mode = "approve"\ntools.plain.approval_mode = "prompt"',
  'tools.plain.approval_mode = "approve"',
  'tools."*".approval_mode = "approve"',
  'alwaysAllow = ["plain"]\ndisabled = true',
];

/** MCP servers: the tools that exist, and those that require a question. */
export const serverSituations: readonly CodexSituation[] = [
  ...['auto', 'prompt', 'writes', 'approve'].flatMap((mode) =>
    starts.map((start) => ({
      name: `server ${mode} ${start.sandbox} ${start.approvalPolicy}`,
      files: userConfig(serverConfig('git-hub_x', `default_tools_approval_mode = "${mode}"`)),
      start,
      calls: every,
    })),
  ),
  ...settings.map((text) => ({
    name: `server ${text.replaceAll('\n', '; ')}`,
    files: userConfig(serverConfig('git-hub_x', text)),
    calls: [serverCall('plain'), serverCall('reads'), serverCall('plain', 'other')],
  })),
];
