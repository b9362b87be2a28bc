import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSessions, isSessionError, type SessionErrorCode } from '@modegate/session-store';
import { openSqliteStore } from '@modegate/session-store/sqlite';
import { expect, onTestFinished, test } from 'vitest';

function createFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mg-sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'sessions.db');
}

async function fillStore(file: string): Promise<string> {
  const store = openSqliteStore(file);
  const { id } = await createSessions({ store }).create({ mode: 'code', initialMessage: 'Hello' });
  await store.close();
  return id;
}

function codeOf(act: () => unknown): SessionErrorCode | undefined {
  const codes = ['STORE_DAMAGED', 'STORE_TOO_NEW', 'STORE_UNAVAILABLE'] as const;
  try {
    act();
  } catch (error) {
    return codes.find((code) => isSessionError(error, code));
  }
  return undefined;
}

test('a process finds what an earlier one has written', async () => {
  const file = createFile();
  const id = await fillStore(file);
  const store = openSqliteStore(file);
  const session = await createSessions({ store }).get(id);
  expect([session.task.mode, session.task.initialMessage]).toEqual(['code', 'Hello']);
  await store.close();
});

test('a file of a later version is refused and left unchanged', async () => {
  const file = createFile();
  await fillStore(file);
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 99');
  database.close();
  const before = readFileSync(file);
  expect(() => openSqliteStore(file)).toThrow(
    /later version.*version 99, but this version of Modegate supports table versions only up to 1/s,
  );
  expect(codeOf(() => openSqliteStore(file))).toBe('STORE_TOO_NEW');
  expect(readFileSync(file)).toEqual(before);
});

test('a database of another program is refused and left unchanged', () => {
  const file = createFile();
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE notes (text TEXT)');
  database.close();
  const before = readFileSync(file);
  expect(() => openSqliteStore(file)).toThrow(/it belongs to another program/);
  expect(readFileSync(file)).toEqual(before);
  expect(readdirSync(join(file, '..'))).toEqual(['sessions.db']);
});

test('a file that is not a database is refused and left unchanged', () => {
  const file = createFile();
  writeFileSync(file, 'My notes, which nobody must overwrite. '.repeat(100));
  const before = readFileSync(file);
  expect(codeOf(() => openSqliteStore(file))).toBe('STORE_DAMAGED');
  expect(readFileSync(file)).toEqual(before);
});

test('damage is reported with a remedy, when the file is opened or by the call that encounters it', async () => {
  const file = createFile();
  const id = await fillStore(file);
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 4_096);
  writeFileSync(file, bytes);
  const read = async () => {
    const store = openSqliteStore(file);
    try {
      return await store.get(id);
    } finally {
      await store.close();
    }
  };
  await expect(read()).rejects.toThrow(
    /To start with an empty store, move the file and its -wal and -shm files elsewhere/,
  );
});

test('an unreadable record is reported with its session, and the others are read', async () => {
  const file = createFile();
  const [broken, whole] = [await fillStore(file), await fillStore(file)];
  const database = new DatabaseSync(file);
  database.prepare(`UPDATE sessions SET head = '{}' WHERE id = ?`).run(JSON.stringify(broken));
  database.close();
  const store = openSqliteStore(file);
  await expect(store.head(broken)).rejects.toThrow(broken);
  expect((await store.head(whole))?.id).toBe(whole);
  await store.close();
});

test('opening a store in a missing folder fails with the name of the file', () => {
  const file = join(createFile(), 'nowhere', 'sessions.db');
  expect(codeOf(() => openSqliteStore(file))).toBe('STORE_UNAVAILABLE');
  expect(() => openSqliteStore(file)).toThrow(file);
});

test('a closed store rejects later calls and has written earlier ones', async () => {
  const file = createFile();
  const id = await fillStore(file);
  const store = openSqliteStore(file);
  const removed = store.remove(id);
  await store.close();
  expect(await removed).toBe(true);
  await expect(store.count()).rejects.toThrow(/closed/);
});

test('many writes of one turn share a transaction, and a failed one affects no other', async () => {
  const file = createFile();
  const store = openSqliteStore(file);
  const sessions = createSessions({ store });
  const { id } = await sessions.create({ mode: 'code' });
  const head = await store.head(id);
  const cyclic: Record<string, unknown> = { ...head, id: 'ses_cyclic' };
  cyclic.self = cyclic;
  const keep = { messages: 9, switches: 9, decisions: 9, owners: 9, sessions: 99, endedSessions: 99, bytes: 1_000_000 };
  const outcomes = await Promise.allSettled([
    store.insert({ ...(head as object), id: 'ses_one' } as never, { keep }),
    store.insert(cyclic as never, { keep }),
    store.insert({ ...(head as object), id: 'ses_two' } as never, { keep }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await store.count()).toBe(3);
  await store.close();
});
