/** Names of the agents whose permissions can be evaluated. */
export const permissionAgentNames = ['claude-code', 'opencode', 'kilo', 'codex'] as const;

/** Name of an agent whose permissions can be evaluated; the names of the agent's profiles begin with it. */
export type PermissionAgentName = (typeof permissionAgentNames)[number];
