import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { SessionError } from '../errors.ts';
import { rollBack } from './batches.ts';
import { sqliteMigrations } from './migrations.ts';
import { explainSqliteError } from './sqlite-errors.ts';

/** Application id of this package's files: the letters "Mdgt". */
const applicationId = 0x4d646774;

/** Time for which a writer waits for another process; each process holds the lock for only one transaction. */
const busyTimeoutMs = 10_000;

/**
 * Opens the file, creates it if it does not exist, and brings its tables up to date.
 * @throws {SessionError} STORE_TOO_NEW, STORE_DAMAGED or STORE_UNAVAILABLE; in these cases the file is left as it was.
 */
export function openSqliteDatabase(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    // A session's id grants access to the session, so only the owner may read the file.
    closeSync(openSync(file, 'a', 0o600));
    database = new DatabaseSync(file);
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    refuseForeignFile(database, file);
    // Acknowledged writes survive a power cut; readers and a writer do not block each other.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
    migrate(database, file);
    return database;
  } catch (error) {
    database?.close();
    throw explainSqliteError(error, file);
  }
}

function refuseForeignFile(database: DatabaseSync, file: string): void {
  const isEmpty = readNumber(database, 'SELECT COUNT(*) AS number FROM sqlite_schema') === 0;
  const found = readNumber(database, 'SELECT application_id AS number FROM pragma_application_id');
  if (isEmpty || found === applicationId) return;
  throw new SessionError('STORE_DAMAGED', { store: file, problem: 'it belongs to another program' });
}

/** Migrations only move forwards; each runs in one transaction together with its version update. */
function migrate(database: DatabaseSync, file: string): void {
  const version = () => readNumber(database, 'SELECT user_version AS number FROM pragma_user_version');
  if (version() === sqliteMigrations.length) return;
  database.exec('BEGIN EXCLUSIVE');
  try {
    // Another process may have migrated the file in the meantime.
    const found = version();
    if (found > sqliteMigrations.length)
      throw new SessionError('STORE_TOO_NEW', { store: file, found, supported: sqliteMigrations.length });
    for (const migration of sqliteMigrations.slice(found)) database.exec(migration);
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${sqliteMigrations.length}`);
    database.exec('COMMIT');
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function readNumber(database: DatabaseSync, query: string): number {
  return Number(database.prepare(query).get()?.number);
}
