/** The shells that completions are written for. */
export const completedShells = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** A shell that completions are written for. */
export type CompletedShell = (typeof completedShells)[number];
