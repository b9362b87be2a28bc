import { type AgentUnderTest, serverName } from '../lab/agent-under-test.ts';

/** Copilot CLI in its own offline mode. */
export const copilot: AgentUnderTest = {
  client: 'copilot',
  projectFiles: () => ({
    '.github/agents/notes.agent.md': '---\nname: notes\ndescription: Writes notes.\n---\nYou write notes.\n',
  }),
  homeFiles: ({ server }) => ({
    '.copilot/mcp-config.json': JSON.stringify({
      mcpServers: { [serverName]: { type: 'local', ...server, tools: ['*'] } },
    }),
  }),
  env: ({ modelUrl }) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
    COPILOT_PROVIDER_API_KEY: 'none',
    COPILOT_MODEL: 'scripted',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  args: (prompt) => ['-p', prompt, '--trust-folder', '--allow-all-tools', '--output-format', 'json'],
  write: (path, text) => ({ name: 'create', input: { path, file_text: text } }),
  shell: (command) => ({ name: 'bash', input: { command, description: 'Says hi' } }),
  mcp: (tool) => ({ name: `${serverName}-${tool}`, input: { title: 'x' } }),
  subagent: (prompt) => [{ name: 'task', input: { agent_type: 'notes', name: 'notes', description: 'Notes', prompt } }],
};
