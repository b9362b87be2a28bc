/** The shells for which completions are available. */
export const completedShells = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** A shell for which completions are available. */
export type CompletedShell = (typeof completedShells)[number];
