import { readFileSync } from 'node:fs';
import { AppError, type Log } from '@modegate/cli-kit';
import type { Store } from '@modegate/session-store';
import type { PostgresDatabase, PostgresOptions } from '@modegate/session-store/postgres';
import { openSessionStore } from '../sessions/open-session-store.ts';
import type { DatabaseSettings } from '../settings/database-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { type StateTexts, sharedTexts, stateFiles } from './state-texts.ts';

/** All data that outlives the process. */
export interface Storage {
  /** The session store; undefined if sessions are stored only in memory. */
  readonly store: Store | undefined;
  readonly texts: StateTexts;
  /** Database that other instances share; undefined if there is none. */
  readonly database: PostgresDatabase | undefined;
  /** Writes the pending decisions; resolves once they have been stored, or once storing them has failed. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the database or files specified in the settings.
 *
 * @throws {AppError} exit code 1 if the database cannot be reached, 2 if the database or a file is unusable.
 */
export async function openStorage(settings: Settings, log?: Log): Promise<Storage> {
  const onLost = (decisions: number, error: unknown) =>
    log?.error(`${decisions} decisions are missing from the histories of their tasks`, error);
  if (settings.database !== undefined) {
    const database = await openDatabase(settings.database, { onLost });
    const { store, flush, close } = database;
    return { store, texts: sharedTexts(database), database, flush, close };
  }
  const store = await openSessionStore(settings, { onLost });
  return {
    store,
    texts: stateFiles(settings.gateway),
    database: undefined,
    flush: async () => store?.flush(),
    close: async () => store?.close(),
  };
}

/**
 * Opens the gateway's state for a command that does not need sessions, and closes the state afterwards.
 *
 * @throws {AppError} in the same cases as {@link openStorage}.
 */
export async function withStateTexts<Result>(
  { database: asked, gateway }: Settings,
  run: (texts: StateTexts, database: PostgresDatabase | undefined) => Promise<Result>,
): Promise<Result> {
  if (asked === undefined) return run(stateFiles(gateway), undefined);
  const database = await openDatabase(asked);
  try {
    return await run(sharedTexts(database), database);
  } finally {
    await database.close();
  }
}

/**
 * Opens the database specified in the settings.
 *
 * @throws {AppError} exit code 1 if the database cannot be reached, 2 if it is unusable.
 */
export async function openDatabase(
  { url, passwordFile, schema, maxConnections }: DatabaseSettings,
  { onLost }: Pick<PostgresOptions, 'onLost'> = {},
): Promise<PostgresDatabase> {
  const password = passwordFile === undefined ? undefined : readPassword(passwordFile);
  // The driver is loaded on demand.
  const { openPostgres } = await import('@modegate/session-store/postgres');
  try {
    return await openPostgres({ connectionString: url, password, schema, maxConnections, onLost });
  } catch (cause) {
    const { message, code } = cause as Error & { readonly code?: string };
    throw new AppError(message, code === 'STORE_UNAVAILABLE' ? 1 : 2, cause);
  }
}

function readPassword(file: string): string {
  try {
    const password = readFileSync(file, 'utf8').trimEnd();
    if (password !== '') return password;
    throw new Error('it is empty');
  } catch (cause) {
    throw new AppError(`The database password could not be read from ${file}: ${(cause as Error).message}.`);
  }
}
