import { SessionError } from '../../errors.ts';

/** What `pg` threw, as an error of this package; errors of ours stay as they are. */
export function explainPostgresError(error: unknown, store: string): unknown {
  if (error instanceof SessionError || !(error instanceof Error)) return error;
  return new SessionError('STORE_UNAVAILABLE', { store, problem: problemOf(error) }, { cause: error });
}

/** Where a name resolves to several addresses, the error of all of them has no message of its own. */
function problemOf(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : error.message;
}

/** SQLSTATE of a transaction that lost against another one and was undone: it may run again. */
const lost = new Set(['40001', '40P01']);

/** Whether running the same again may succeed. */
export function mayRunAgain(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && lost.has(error.code);
}

/** How often a call runs again that lost against others. */
const maxRuns = 5;

/** The same operations; a call that lost against another runs again, and what fails is explained. */
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
