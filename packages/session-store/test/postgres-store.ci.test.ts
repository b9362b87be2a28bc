import { createSessions, isSessionError } from '@modegate/session-store';
import { openPostgresStore } from '@modegate/session-store/postgres';
import { describeStore } from '@modegate/session-store/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from './support/postgres-server.ts';

let server: PostgresServer;
let schemas = 0;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

afterAll(() => server.close());

const open = (schema = `test_${++schemas}`) =>
  openPostgresStore({ connectionString: server.connectionString, schema, maxConnections: 5 });

describeStore(
  'PostgreSQL',
  async () => {
    const schema = `contract_${++schemas}`;
    // Both at once, as two instances of a service that are started together.
    const [store, other] = await Promise.all([open(schema), open(schema)]);
    return { store, other, close: async () => void (await Promise.all([store.close(), other.close()])) };
  },
  { describe, test, expect },
);

test('tables of a later version are refused and left unchanged', async () => {
  const store = await open('later');
  await store.close();
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  await client.query('UPDATE later.schema_version SET version = 99');
  await client.end();
  await expect(open('later')).rejects.toThrow(
    /version 99, but this version of Modegate supports table versions only up to 1/,
  );
});

test('prepared statements still work after a later version adds columns', async () => {
  const store = await open('grown');
  const sessions = createSessions({ store });
  const use = async () => {
    const { id } = await sessions.create({ mode: 'code' });
    await sessions.addMessage(id, { role: 'user', text: 'here' });
    await sessions.switchMode(id, { mode: 'debug', reason: 'it fails' });
    expect((await sessions.get(id)).task).toMatchObject({ mode: 'debug', messages: [{ text: 'here' }] });
    expect((await sessions.list({ limit: 100 })).sessions.map((session) => session.id)).toContain(id);
    expect(await sessions.destroy(id)).toBe(true);
  };
  await use();
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  for (const table of ['sessions', 'entries', 'owners', 'held', 'tombstones', 'sweeps'])
    await client.query(`ALTER TABLE grown.${table} ADD COLUMN brand_new INTEGER NOT NULL DEFAULT 7`);
  await client.end();
  for (let round = 0; round < 10; round++) await use();
  await store.close();
});

test('a schema name that needs quoting is refused', async () => {
  await expect(open('x"; DROP SCHEMA public; --')).rejects.toThrow(/lower-case letters/);
});

test('a password never shows in an error', async () => {
  const [user, secret] = ['modegate', 'hunter2secret'];
  const opening = openPostgresStore({
    connectionString: `postgres://${user}:${secret}@127.0.0.1:1/none`,
    timeoutMs: 2_000,
  });
  const error: unknown = await opening.catch((thrown: unknown) => thrown);
  expect(isSessionError(error, 'STORE_UNAVAILABLE')).toBe(true);
  expect(String(error)).toContain('127.0.0.1:1/none');
  expect(JSON.stringify([String(error), error])).not.toContain(secret);
});

test('calls fail while the server is down, succeed afterwards, and nothing acknowledged is lost', {
  timeout: 120_000,
}, async () => {
  const store = await open();
  const sessions = createSessions({ store });
  const acknowledged: { readonly id: string; readonly text: string }[] = [];
  let failures = 0;
  let isOver = false;
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    for (let round = 0; !isOver; round++) {
      try {
        const { id } = await sessions.create({ mode: 'code' });
        const text = `lane ${lane}, round ${round}`;
        await sessions.addMessage(id, { role: 'user', text });
        acknowledged.push({ id, text });
      } catch (error) {
        expect(isSessionError(error, 'STORE_UNAVAILABLE'), String(error)).toBe(true);
        failures++;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  });
  for (let kill = 0; kill < 5; kill++) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await server.kill();
    await server.start();
  }
  isOver = true;
  await Promise.all(lanes);
  expect(failures).toBeGreaterThan(0);
  expect(acknowledged.length).toBeGreaterThan(20);
  for (const { id, text } of acknowledged) {
    const { task } = await sessions.get(id);
    expect(task.messages.map((message) => message.text)).toEqual([text]);
  }
  await store.close();
});
