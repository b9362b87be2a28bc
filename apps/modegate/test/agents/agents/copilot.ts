import { type AgentUnderTest, serverName } from '../lab/agent-under-test.ts';

/** Copilot CLI, which trusts the folder. */
export const copilot: AgentUnderTest = {
  client: 'copilot',
  projectFiles: () => ({
    '.github/agents/notes.agent.md': '---\nname: notes\ndescription: Writes notes.\n---\nYou write notes.\n',
  }),
  homeFiles: ({ project, home, servers }) => ({
    '.copilot/config.json': JSON.stringify({ trusted_folders: [project, `${home}/worktree`] }),
    '.copilot/mcp-config.json': JSON.stringify({
      mcpServers: Object.fromEntries(
        Object.entries(servers).map(([name, server]) => [name, { type: 'local', ...server, tools: ['*'] }]),
      ),
    }),
  }),
  flags: [],
  shell: (command) => ({ name: 'bash', input: { command, description: 'Says hi' } }),
  mcp: (tool) => ({ name: `${serverName}-${tool}`, input: { title: 'x' } }),
  subagent: (prompt) => [{ name: 'task', input: { agent_type: 'notes', name: 'notes', description: 'Notes', prompt } }],
};
