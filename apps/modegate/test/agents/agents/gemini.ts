import { type AgentUnderTest, serverName } from '../lab/agent-under-test.ts';

/** Gemini CLI, which trusts the folder and is set to use a key. */
export const gemini: AgentUnderTest = {
  client: 'gemini',
  projectFiles: () => ({}),
  homeFiles: ({ project, home, servers }) => ({
    '.gemini/trustedFolders.json': JSON.stringify({ [project]: 'TRUST_FOLDER', [`${home}/worktree`]: 'TRUST_FOLDER' }),
    '.gemini/settings.json': JSON.stringify({
      mcpServers: servers,
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true },
    }),
  }),
  runsWithoutAnswer: true,
  flags: [],
  shell: (command) => ({ name: 'run_shell_command', input: { command, description: 'Says hi' } }),
  mcp: (tool) => ({ name: `mcp_${serverName}_${tool}`, input: { title: 'x' } }),
  subagent: undefined,
};
