import type { DatabaseSync } from 'node:sqlite';

/** A step on the database; it may run twice if the first run is rolled back. */
export type DatabaseStep<T> = () => T;

interface PendingStep {
  readonly step: DatabaseStep<unknown>;
  readonly writes: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs steps in order. Collects the steps from one turn of the event loop into one transaction, so that they share one
 * disk write. The write lock is never held across turns. A failing step does not affect the others.
 *
 * @param explain - Converts SQLite errors.
 */
export function createBatches(database: DatabaseSync, explain: (error: unknown) => unknown) {
  let waiting: PendingStep[] = [];
  let isClosed = false;
  let hasRead = false;
  const flush = () => {
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) runBatch(database, batch);
  };
  const enqueue = <T>(step: DatabaseStep<T>, writes: boolean): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (isClosed) {
        reject(new Error('The store has been closed.'));
        return;
      }
      if (waiting.length === 0) setImmediate(flush);
      const refuse = (error: unknown) => reject(explain(error));
      waiting.push({ step, writes, resolve: resolve as (value: unknown) => void, reject: refuse });
    });
  // A single statement is atomic without a transaction; many statements in one turn cost less in a single transaction.
  const readOne = async <T>(step: DatabaseStep<T>): Promise<T> => {
    if (isClosed || hasRead || waiting.length > 0) return enqueue(step, false);
    hasRead = true;
    setImmediate(() => {
      hasRead = false;
    });
    try {
      return step();
    } catch (error) {
      throw explain(error);
    }
  };
  return {
    /** Runs a step that only reads; resolves with a consistent result. */
    read: <T>(step: DatabaseStep<T>): Promise<T> => enqueue(step, false),
    /**
     * Runs a step that reads with one statement; runs it immediately if it is the first in its turn of the event loop and
     * nothing is queued.
     */
    readOne,
    /** Runs a step that writes; resolves when the data is on the disk. */
    write: <T>(step: DatabaseStep<T>): Promise<T> => enqueue(step, true),
    /** Runs all queued steps; later steps are rejected. */
    close: (): void => {
      flush();
      isClosed = true;
    },
  };
}

function runBatch(database: DatabaseSync, batch: readonly PendingStep[]): void {
  try {
    // A write that begins as a read could find that another process has written in the meantime.
    database.exec(batch.some(({ writes }) => writes) ? 'BEGIN IMMEDIATE' : 'BEGIN');
  } catch (error) {
    for (const { reject } of batch) reject(error);
    return;
  }
  try {
    const results = batch.map(({ step }) => step());
    database.exec('COMMIT');
    for (const [index, { resolve }] of batch.entries()) resolve(results[index]);
  } catch (error) {
    rollBack(database);
    if (batch.length === 1) batch[0]?.reject(error);
    else for (const one of batch) runBatch(database, [one]);
  }
}

/** Rolls back a transaction, unless SQLite has already done so after an error, such as a full disk. */
export function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // There was no transaction to roll back.
  }
}
