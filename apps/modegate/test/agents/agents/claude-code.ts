import { type AgentUnderTest, serverName } from '../lab/agent-under-test.ts';

/** Claude Code through its own variables; no account is asked for. */
export const claudeCode: AgentUnderTest = {
  client: 'claude-code',
  projectFiles: ({ server }) => ({
    '.mcp.json': JSON.stringify({ mcpServers: { [serverName]: server } }),
    '.claude/agents/notes.md': '---\nname: notes\ndescription: Writes notes.\n---\nYou write notes.\n',
  }),
  homeFiles: () => ({}),
  env: ({ modelUrl }) => ({
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
  }),
  args: (prompt) => [
    ...['-p', prompt, '--output-format', 'json', '--mcp-config', '.mcp.json'],
    ...['--allowedTools', `Write,Bash,Agent,mcp__${serverName}`],
  ],
  write: (path, text) => ({ name: 'Write', input: { file_path: path, content: text } }),
  shell: (command) => ({ name: 'Bash', input: { command, description: 'Says hi' } }),
  mcp: (tool) => ({ name: `mcp__${serverName}__${tool}`, input: { title: 'x' } }),
  subagent: (prompt) => [{ name: 'Agent', input: { subagent_type: 'notes', description: 'Notes', prompt } }],
};
