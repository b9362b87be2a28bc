import { existsSync } from 'node:fs';
import { AppError } from '@modegate/cli-kit';
import { createSessions, defaultLimits, type SessionLimits, type Sessions, type Store } from '@modegate/session-store';
import { taskLimits } from '../sessions/task-limits.ts';
import type { Settings } from '../settings/settings.ts';
import { openStorage } from '../storage/open-storage.ts';

/** Stored sessions in the form that commands use. */
export interface DurableSessions {
  readonly store: Store;
  /** Operations that apply the lifetime and limits from the settings. */
  readonly sessions: Sessions;
  readonly limits: SessionLimits;
  /** Location of the store, for messages. */
  readonly place: string;
}

/**
 * Runs a command with the configured store, and closes the store afterwards.
 *
 * @param access - `read` requires an existing store; `write` creates the store if necessary.
 * @throws {AppError} exit code 2 if sessions are stored only in memory or the store cannot be opened, 1 if the store
 * does not exist.
 */
export async function withDurableSessions<T>(
  settings: Settings,
  access: 'read' | 'write',
  run: (durable: DurableSessions) => Promise<T>,
): Promise<T> {
  const { sessionFile: file } = settings;
  if (access === 'read' && file !== undefined && !existsSync(file))
    throw new AppError(`The session file ${file} does not exist. Check --session-storage.`, 1);
  const { store, database, close } = await openStorage(settings);
  if (store === undefined) {
    const ways = '--session-storage, --database, their variables, or the configuration file';
    throw new AppError(
      `Sessions are kept only in memory and are lost when the server stops. Choose where to store them with ${ways}.`,
    );
  }
  try {
    const limits = { ...defaultLimits, ...taskLimits, ...settings.sessionCapacity };
    const sessions = createSessions({ store, ttlMs: settings.sessionTimeoutMs, limits });
    return await run({ store, sessions, limits, place: file ?? database?.place ?? 'the database' });
  } finally {
    await close();
  }
}
