/** The agents whose hooks run a command before each call of a tool. */
export const commandAgents = ['claude-code', 'codex', 'copilot', 'cursor', 'gemini', 'qwen'] as const;

/** One of the agents whose hooks run a command. */
export type CommandAgent = (typeof commandAgents)[number];

/** The agents that load a plugin, which is called in the agent's own process. */
export const pluginAgents = ['cline', 'kilo', 'opencode'] as const;

/** One of the agents that load a plugin. */
export type PluginAgent = (typeof pluginAgents)[number];

/** Every agent whose calls can be judged. */
export const agentNames = [...commandAgents, ...pluginAgents] as const;

/** One of these agents. */
export type AgentName = (typeof agentNames)[number];
