import { SessionError } from '../../errors.ts';

/** Converts `pg` errors into this package's errors; leaves other errors unchanged. */
export function explainPostgresError(error: unknown, store: string): unknown {
  if (error instanceof SessionError || !(error instanceof Error)) return error;
  return new SessionError('STORE_UNAVAILABLE', { store, problem: problemOf(error) }, { cause: error });
}

/** Returns the message of an error; the error for a host name with several addresses has an empty message. */
function problemOf(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : error.message;
}

/**
 * SQLSTATE codes for transactions that lost to a competing transaction and were rolled back; such transactions may be
 * run again.
 */
const lost = new Set(['40001', '40P01']);

/** True if repeating the call may succeed. */
export function mayRunAgain(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && lost.has(error.code);
}

/** Maximum number of attempts for a call that loses to competing transactions. */
const maxRuns = 5;

/** Wraps operations: repeats a call that lost to a competing transaction, and converts errors. */
export function explained<Operations extends object>(operations: Operations, place: string): Operations {
  const run = async (call: () => Promise<unknown>, runs = 1): Promise<unknown> => {
    try {
      return await call();
    } catch (error) {
      if (mayRunAgain(error) && runs < maxRuns) return run(call, runs + 1);
      throw explainPostgresError(error, place);
    }
  };
  const wrapped = Object.entries(operations).map(([name, operation]) => [
    name,
    (...given: readonly unknown[]) =>
      run(() => (operation as (...all: readonly unknown[]) => Promise<unknown>)(...given)),
  ]);
  return Object.fromEntries(wrapped) as unknown as Operations;
}
