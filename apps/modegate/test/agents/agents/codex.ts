import type { AgentUnderTest, ServerStart } from '../lab/agent-under-test.ts';

/** Codex, which trusts the project, and the hook as `--trust` says. */
export const codex: AgentUnderTest = {
  client: 'codex',
  projectFiles: () => ({}),
  homeFiles: ({ project, home, servers }) => ({
    '.codex/config.toml': `check_for_update_on_startup = false
[analytics]
enabled = false
[projects."${project}"]
trust_level = "trusted"
[projects."${home}/worktree"]
trust_level = "trusted"
[agents.notes]
description = "Writes notes."
${Object.entries(servers).map(toTable).join('')}`,
  }),
  runsWithoutAnswer: true,
  flags: ['--dangerously-bypass-approvals-and-sandbox'],
  shell: (command) => ({ name: 'exec_command', input: { cmd: command } }),
  mcp: (tool) => ({ namespace: 'mcp__git_hub_x', name: tool.replaceAll('-', '_'), input: { title: 'x' } }),
  subagent: (prompt) => [
    { namespace: 'multi_agent_v1', name: 'spawn_agent', input: { agent_type: 'notes', message: prompt } },
    { namespace: 'multi_agent_v1', name: 'wait_agent', input: { targets: ['<agent_id>'], timeout_ms: 60_000 } },
  ],
};

function toTable([name, { command, args }]: readonly [string, ServerStart]): string {
  const lines = [`command = ${JSON.stringify(command)}`, `args = ${JSON.stringify(args)}`];
  return [`[mcp_servers.${JSON.stringify(name)}]`, ...lines, ''].join('\n');
}
