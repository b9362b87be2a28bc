import { type AgentUnderTest, serverName } from '../lab/agent-under-test.ts';

/** Codex through a provider of its configuration file. */
export const codex: AgentUnderTest = {
  client: 'codex',
  projectFiles: () => ({}),
  homeFiles: ({ project, modelUrl, server }) => ({
    '.codex/config.toml': `model = "gpt-5.5"
model_provider = "scripted"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.scripted]
name = "Scripted"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
[projects."${project}"]
trust_level = "trusted"
[agents.notes]
description = "Writes notes."
[mcp_servers."${serverName}"]
command = ${JSON.stringify(server.command)}
args = ${JSON.stringify(server.args)}
`,
  }),
  env: () => ({ SCRIPTED_KEY: 'none' }),
  args: (prompt) => [
    ...['exec', '--dangerously-bypass-hook-trust', '--dangerously-bypass-approvals-and-sandbox'],
    ...['--skip-git-repo-check', '--json', prompt],
  ],
  write: (path, text) => ({
    name: 'apply_patch',
    input: `*** Begin Patch\n*** Add File: ${path}\n+${text}\n*** End Patch\n`,
  }),
  shell: (command) => ({ name: 'exec_command', input: { cmd: command } }),
  mcp: (tool) => ({ namespace: 'mcp__git_hub_x', name: tool.replaceAll('-', '_'), input: { title: 'x' } }),
  subagent: (prompt) => [
    { namespace: 'multi_agent_v1', name: 'spawn_agent', input: { agent_type: 'notes', message: prompt } },
    { namespace: 'multi_agent_v1', name: 'wait_agent', input: { targets: ['<agent_id>'], timeout_ms: 60_000 } },
  ],
};
