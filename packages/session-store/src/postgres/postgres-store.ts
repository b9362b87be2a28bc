import type { Store } from '../store.ts';
import type { PostgresOptions } from './pool/postgres-options.ts';
import { openPostgres } from './postgres-database.ts';

/** A {@link Store} in PostgreSQL. */
export interface PostgresStore extends Store {
  /** Waits for what is under way and ends the connections; every later call is rejected. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a {@link Store} in PostgreSQL 14 or later, which processes of several machines may share; makes its tables when they are not there. Every
 * write is one statement. A connection that breaks is replaced at the next call.
 *
 * @throws {SessionError} As `openPostgres` does.
 */
export async function openPostgresStore(options: PostgresOptions): Promise<PostgresStore> {
  const { store, close } = await openPostgres(options);
  return { ...store, close };
}
