import { SessionError } from '../errors.ts';

/** What `pg` threw, as an error of this package; errors of ours stay as they are. */
export function explainFailure(error: unknown, store: string): unknown {
  if (error instanceof SessionError || !(error instanceof Error)) return error;
  return new SessionError('STORE_UNAVAILABLE', { store, problem: error.message }, { cause: error });
}

/** SQLSTATE of a transaction that lost against another one and was undone: it may run again. */
const lost = new Set(['40001', '40P01']);

/** Whether running the same again may succeed. */
export function mayRunAgain(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && lost.has(error.code);
}
