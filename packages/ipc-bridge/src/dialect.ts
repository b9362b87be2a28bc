/**
 * The three ways in which Roo-family agents speak inside the same envelope:
 * `official` is Roo Code's own (events only, replies carry no request id), `fork` answers every command with a
 * `commandResponse`, `zoo` is Zoo Code's (`official` plus a confirmed StartNewTask).
 */
export type Dialect = 'official' | 'fork' | 'zoo';

/** All dialects, in the order of lists. */
export const dialects: readonly Dialect[] = ['official', 'fork', 'zoo'];
