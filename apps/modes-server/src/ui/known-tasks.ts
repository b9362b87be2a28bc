import { statSync } from 'node:fs';
import type { KnownTasks, TaskReader } from '@modegate/project-ui';
import { createSessions, type Sessions } from '@modegate/session-store';
import type { PostgresDatabase } from '@modegate/session-store/postgres';
import type { SqliteStore } from '@modegate/session-store/sqlite';
import { openSessionStore } from '../sessions/open-session-store.ts';
import { scopeSessions } from '../sessions/scoped-sessions.ts';
import { readTaskContext } from '../sessions/session-mode.ts';
import type { Settings } from '../settings/settings.ts';

/** The tasks of a server that runs: each principal sees its own. */
export function servedTasks(sessions: Sessions): KnownTasks {
  return { of: async ({ id }) => readTasks(scopeSessions(sessions, id)) };
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
  const file = openFile(sessionFile, () => openSessionStore(settings));
  const open = async (): Promise<TaskReader | undefined> => {
    const store = await file.store();
    return store && readTasks(createSessions({ store, ttlMs }));
  };
  return { tasks: { place: sessionFile, of: open }, close: file.close };
}

/** A file as it was opened. */
interface OpenedFile {
  /** Tells it from another one at the same path. */
  readonly identity: string;
  readonly store: Promise<SqliteStore | undefined>;
}

/** The store in a file that others may make, remove or replace at any time; undefined while it is not there. */
function openFile(path: string, open: () => Promise<SqliteStore | undefined>) {
  let opened: OpenedFile | undefined;
  const close = async (): Promise<void> => {
    const last = opened;
    opened = undefined;
    await (await last?.store.catch(() => undefined))?.close();
  };
  return {
    close,
    async store(): Promise<SqliteStore | undefined> {
      const identity = identify(path);
      if (opened?.identity !== identity) await close();
      if (identity === undefined) return undefined;
      const current = opened ?? { identity, store: open() };
      opened = current;
      return current.store.catch((error: unknown) => {
        // The next look tries again.
        if (opened === current) opened = undefined;
        throw error;
      });
    },
  };
}

function identify(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

function readTasks(sessions: Sessions): TaskReader {
  const { list, findByTask, peek } = sessions;
  return { list, findByTask, peek, contextOf: (session) => readTaskContext({ sessions }, session) };
}
