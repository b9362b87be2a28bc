/**
 * Dialects of Roo-family agents, all using the same envelope: `official` (Roo Code: events only, replies contain no
 * request id), `fork` (answers each command with a `commandResponse`) and `zoo` (Zoo Code: `official` plus a confirmed
 * StartNewTask).
 */
export type Dialect = 'official' | 'fork' | 'zoo';

/** All dialects, in display order. */
export const dialects: readonly Dialect[] = ['official', 'fork', 'zoo'];
