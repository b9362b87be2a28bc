/** The clients `install` knows; the first scope of each is the default. */
export const installClients = ['roo', 'zoo', 'claude-code', 'claude-desktop', 'vscode', 'cursor'] as const;
