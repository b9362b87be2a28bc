import { type AgentUnderTest, serverName } from '../lab/agent-under-test.ts';

/** Gemini CLI through the variable for its API's address. */
export const gemini: AgentUnderTest = {
  client: 'gemini',
  projectFiles: () => ({}),
  homeFiles: ({ server }) => ({
    '.gemini/settings.json': JSON.stringify({
      mcpServers: { [serverName]: server },
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true },
    }),
  }),
  env: ({ modelUrl }) => ({
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: modelUrl,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  args: (prompt) => ['--approval-mode', 'yolo', '-m', 'gemini-2.5-flash', '-p', prompt, '-o', 'json'],
  write: (path, text) => ({ name: 'write_file', input: { file_path: path, content: text } }),
  shell: (command) => ({ name: 'run_shell_command', input: { command, description: 'Says hi' } }),
  mcp: (tool) => ({ name: `mcp_${serverName}_${tool}`, input: { title: 'x' } }),
  subagent: undefined,
};
