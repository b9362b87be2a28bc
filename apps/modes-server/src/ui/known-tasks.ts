import { statSync } from 'node:fs';
import type { KnownTasks, TaskReader } from '@modegate/project-ui';
import { createSessions, type Sessions } from '@modegate/session-store';
import type { PostgresDatabase } from '@modegate/session-store/postgres';
import type { SqliteStore } from '@modegate/session-store/sqlite';
import { openSessionStore } from '../sessions/open-session-store.ts';
import { scopeSessions } from '../sessions/scoped-sessions.ts';
import { readTaskContext } from '../sessions/session-mode.ts';
import type { Settings } from '../settings/settings.ts';

/** Returns the tasks of a running server; each principal sees only its own tasks. */
export function servedTasks(sessions: Sessions): KnownTasks {
  return { of: async ({ id }) => readTasks(scopeSessions(sessions, id)) };
}

/** Stored tasks of the user of this machine, who can already read the store directly. */
export interface StoredTasks {
  /** The stored tasks; undefined if each server keeps its tasks in memory. */
  readonly tasks: KnownTasks | undefined;
  readonly close: () => Promise<void>;
}

/**
 * Opens the tasks of other programs. A file is opened once it exists; reading never creates it.
 *
 * @param database - The open database specified in the settings.
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

/** A file that has been opened. */
interface OpenedFile {
  /** Distinguishes the file from any other file at the same path. */
  readonly identity: string;
  readonly store: Promise<SqliteStore | undefined>;
}

/**
 * Opens the store in a file that others may create, delete or replace at any time; returns undefined while the file is
 * missing.
 */
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
        // Opening is retried on the next access.
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
