// What flags may say, apart from the commands, which are loaded when they are called.

/** The formats of a matrix. */
export const matrixFormats = ['table', 'json', 'csv', 'markdown'] as const;

/** The formats of a comparison. */
export const diffFormats = ['text', 'markdown', 'json'] as const;

/** What makes a comparison fail. */
export const diffFailures = ['grant', 'any', 'never'] as const;

/** The fields that may hold a list of servers. */
export const migrationTargets = ['mcpRestrictions', 'allowedMcpServers'] as const;
