import { existsSync } from 'node:fs';
import type { KnownTasks, TaskReader } from '@modegate/project-ui';
import { createSessions, type Sessions } from '@modegate/session-store';
import type { PostgresDatabase } from '@modegate/session-store/postgres';
import type { SqliteStore } from '@modegate/session-store/sqlite';
import { openSessionStore } from '../sessions/open-session-store.ts';
import { restrictSessions } from '../sessions/own-sessions.ts';
import { readTaskContext } from '../sessions/session-mode.ts';
import type { Settings } from '../settings/settings.ts';

/** The tasks of a server that runs: each principal sees its own. */
export function servedTasks(sessions: Sessions): KnownTasks {
  return { of: async ({ id }) => readTasks(restrictSessions(sessions, id)) };
}

/** The tasks of the store that settings name, for the person at this machine, who has the store anyway. */
export interface StoredTasks {
  /** Undefined where tasks live in the memory of each server. */
  readonly tasks: KnownTasks | undefined;
  readonly close: () => Promise<void>;
}

/**
 * Looks at tasks that other programs keep. A file is opened when it is there: looking makes none.
 *
 * @param database - That of the settings, open already.
 */
export function openStoredTasks(settings: Settings, database: PostgresDatabase | undefined): StoredTasks {
  const { sessionFile, sessionTimeoutMs: ttlMs } = settings;
  if (database !== undefined) {
    const reader = readTasks(createSessions({ store: database.store, ttlMs }));
    return { tasks: { place: database.place, of: async () => reader }, close: async () => undefined };
  }
  if (sessionFile === undefined) return { tasks: undefined, close: async () => undefined };
  let opening: Promise<SqliteStore | undefined> | undefined;
  const open = async (): Promise<TaskReader | undefined> => {
    if (opening === undefined && !existsSync(sessionFile)) return undefined;
    opening ??= openSessionStore(settings);
    const store = await opening.catch((error: unknown) => {
      // The next look tries again.
      opening = undefined;
      throw error;
    });
    return store && readTasks(createSessions({ store, ttlMs }));
  };
  return {
    tasks: { place: sessionFile, of: open },
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
}

function readTasks(sessions: Sessions): TaskReader {
  const { list, findByTask, peek } = sessions;
  return { list, findByTask, peek, contextOf: (session) => readTaskContext({ sessions }, session) };
}
