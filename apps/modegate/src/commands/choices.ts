// Choices of flags, separate from the commands, which are loaded when they run.

/** Formats of `matrix`. */
export const matrixFormats = ['table', 'json', 'csv', 'markdown'] as const;

/** Formats of `diff`. */
export const diffFormats = ['text', 'markdown', 'json'] as const;

/** Changes that make `diff` fail. */
export const diffFailures = ['grant', 'any', 'never'] as const;

/** Fields that may contain a list of servers. */
export const migrationTargets = ['mcpRestrictions', 'allowedMcpServers'] as const;
