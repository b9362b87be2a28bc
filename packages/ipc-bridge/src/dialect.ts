/**
 * Dialects of Roo-family agents, all in the same envelope: `official` is that of Roo Code (events only, replies carry
 * no request id), `fork` answers each command with a `commandResponse`, `zoo` is that of Zoo Code (`official` plus a
 * confirmed StartNewTask).
 */
export type Dialect = 'official' | 'fork' | 'zoo';

/** All dialects, in display order. */
export const dialects: readonly Dialect[] = ['official', 'fork', 'zoo'];
