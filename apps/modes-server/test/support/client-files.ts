/** The clients with the file that `install` writes for each, in the project, and the key of its servers. */
export const projectFiles = {
  roo: ['.roo/mcp.json', 'mcpServers'],
  'claude-code': ['.mcp.json', 'mcpServers'],
  vscode: ['.vscode/mcp.json', 'servers'],
  cursor: ['.cursor/mcp.json', 'mcpServers'],
  opencode: ['opencode.json', 'mcp'],
} as const;
