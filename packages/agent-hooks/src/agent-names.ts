/** Agents whose hooks run a command before each tool call. */
export const commandAgents = ['claude-code', 'codex', 'copilot', 'cursor', 'gemini', 'qwen'] as const;

/** An agent whose hooks run a command. */
export type CommandAgent = (typeof commandAgents)[number];

/** The agents that load a plugin, which is called in the agent's own process. */
export const pluginAgents = ['cline', 'kilo', 'opencode'] as const;

/** An agent that loads a plugin. */
export type PluginAgent = (typeof pluginAgents)[number];

/** All agents whose calls can be evaluated. */
export const agentNames = [...commandAgents, ...pluginAgents] as const;

/** An agent whose calls can be evaluated. */
export type AgentName = (typeof agentNames)[number];

/** Display names of the agents. */
export const agentTitles: Readonly<Record<AgentName, string>> = {
  'claude-code': 'Claude Code',
  cline: 'Cline',
  codex: 'Codex CLI',
  copilot: 'Copilot CLI',
  cursor: 'Cursor',
  gemini: 'Gemini CLI',
  kilo: 'Kilo',
  opencode: 'opencode',
  qwen: 'Qwen Code',
};
