import { dirname } from 'node:path';
import { AppError, makeFolder } from '@modegate/cli-kit';
import type { SqliteOptions, SqliteStore } from '@modegate/session-store/sqlite';
import type { Settings } from '../settings/settings.ts';

/**
 * Opens the session file, which only its owner can read; returns undefined if sessions are stored only in memory.
 *
 * @throws {AppError} exit code 2 if the file cannot be opened, because sessions meant to last must not be lost
 * silently.
 */
export async function openSessionStore(
  { sessionFile }: Settings,
  options: SqliteOptions = {},
): Promise<SqliteStore | undefined> {
  if (sessionFile === undefined) return undefined;
  try {
    makeFolder(dirname(sessionFile));
    // Imported only when needed, because Node versions up to 24.14 print a warning about Node's SQLite module.
    const { openSqliteStore } = await import('@modegate/session-store/sqlite');
    return openSqliteStore(sessionFile, options);
  } catch (cause) {
    throw new AppError((cause as Error).message, 2, cause);
  }
}
