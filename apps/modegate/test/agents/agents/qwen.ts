import { type AgentUnderTest, serverName } from '../lab/agent-under-test.ts';

/** Qwen Code, which needs no trust. */
export const qwen: AgentUnderTest = {
  client: 'qwen',
  projectFiles: () => ({
    '.qwen/agents/notes.md': '---\nname: notes\ndescription: Writes notes.\n---\nYou write notes.\n',
  }),
  homeFiles: ({ servers }) => ({
    '.qwen/settings.json': JSON.stringify({
      mcpServers: servers,
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false },
    }),
  }),
  runsWithoutAnswer: true,
  flags: [],
  shell: (command) => ({ name: 'run_shell_command', input: { command, is_background: false, description: 'Says hi' } }),
  mcp: (tool) => ({ name: `mcp__${serverName}__${tool}`, input: { title: 'x' } }),
  subagent: (prompt) => [{ name: 'agent', input: { subagent_type: 'notes', description: 'Notes', prompt } }],
};
