/** Whether a tool name is one under which an agent offers an MCP tool: `mcp--server--tool`, `mcp__…`, legacy `mcp_…`, or our `server__tool`. */
export function isMcpToolName(name: string): boolean {
  return /^mcp(?:--|_)./.test(name) || /^[^_].*?__./s.test(name);
}

/** Makes a server or tool name fit for a wire name, as the Roo family does. Different names can become equal, so the result is never an identity. */
export function sanitizeMcpName(name: string): string {
  if (name === '') return '_';
  const cleaned = name
    .replaceAll(/\s+/g, '_')
    .replaceAll(/[^a-zA-Z0-9_-]/g, '')
    .replaceAll(/--+/g, '-');
  if (cleaned === '') return '_unnamed';
  return /^[a-zA-Z_]/.test(cleaned) ? cleaned : `_${cleaned}`;
}

/** Longest wire name of an MCP tool in the Roo family, in characters; longer ones are cut there. */
export const maxMcpToolNameLength = 64;

/** The wire name `mcp--server--tool` under which the Roo family offers an MCP tool, cut at {@link maxMcpToolNameLength}. */
export function buildMcpToolName(serverName: string, toolName: string): string {
  return `mcp--${sanitizeMcpName(serverName)}--${sanitizeMcpName(toolName)}`.slice(0, maxMcpToolNameLength);
}
