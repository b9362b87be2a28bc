/** Shells with a completion script. */
export const completedShells = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** A shell with a completion script. */
export type CompletedShell = (typeof completedShells)[number];
