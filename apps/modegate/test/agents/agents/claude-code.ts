import { type AgentUnderTest, serverName } from '../lab/agent-under-test.ts';

/** Claude Code, which asks for no trust without a terminal. */
export const claudeCode: AgentUnderTest = {
  client: 'claude-code',
  projectFiles: () => ({
    '.claude/agents/notes.md': '---\nname: notes\ndescription: Writes notes.\n---\nYou write notes.\n',
  }),
  homeFiles: ({ servers }) => ({ 'mcp.json': JSON.stringify({ mcpServers: servers }) }),
  refusesInTheEnd: true,
  flags: [
    '--mcp-config',
    '<home>/mcp.json',
    '--allowedTools',
    `Read,Edit,Write,NotebookEdit,Bash,Agent,mcp__${serverName}`,
  ],
  shell: (command) => ({ name: 'Bash', input: { command, description: 'Says hi' } }),
  mcp: (tool) => ({ name: `mcp__${serverName}__${tool}`, input: { title: 'x' } }),
  subagent: (prompt) => [{ name: 'Agent', input: { subagent_type: 'notes', description: 'Notes', prompt } }],
};
