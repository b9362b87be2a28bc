/** Names of the agents whose permissions are understood. */
export const permissionAgentNames = ['claude-code', 'opencode', 'kilo', 'codex'] as const;

/** Name of an agent whose permissions are understood; the names of its profiles begin with it. */
export type PermissionAgentName = (typeof permissionAgentNames)[number];
