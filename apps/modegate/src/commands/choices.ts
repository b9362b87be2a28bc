// Values of flags, separate from the commands, which are loaded only when called.

/** Formats of `matrix`. */
export const matrixFormats = ['table', 'json', 'csv', 'markdown'] as const;

/** Formats of `diff`. */
export const diffFormats = ['text', 'markdown', 'json'] as const;

/** Conditions that make a comparison fail. */
export const diffFailures = ['grant', 'any', 'never'] as const;

/** Fields that can contain a list of servers. */
export const migrationTargets = ['mcpRestrictions', 'allowedMcpServers'] as const;
