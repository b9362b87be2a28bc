import { type AgentUnderTest, serverName } from '../lab/agent-under-test.ts';

/** Qwen Code through the variables of any OpenAI-compatible server. */
export const qwen: AgentUnderTest = {
  client: 'qwen',
  projectFiles: () => ({
    '.qwen/agents/notes.md': '---\nname: notes\ndescription: Writes notes.\n---\nYou write notes.\n',
  }),
  homeFiles: ({ server }) => ({
    '.qwen/settings.json': JSON.stringify({
      mcpServers: { [serverName]: server },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false },
    }),
  }),
  env: ({ modelUrl }) => ({ OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${modelUrl}/v1`, OPENAI_MODEL: 'scripted' }),
  args: (prompt) => ['--auth-type', 'openai', '--approval-mode', 'yolo', '-p', prompt, '-o', 'json'],
  write: (path, text) => ({ name: 'write_file', input: { file_path: path, content: text } }),
  shell: (command) => ({ name: 'run_shell_command', input: { command, is_background: false, description: 'Says hi' } }),
  mcp: (tool) => ({ name: `mcp__${serverName}__${tool}`, input: { title: 'x' } }),
  subagent: (prompt) => [{ name: 'agent', input: { subagent_type: 'notes', description: 'Notes', prompt } }],
};
