import { createSessions, isSessionError } from '@modegate/session-store';
import { openPostgres, type PostgresDatabase, type StoreChange, sessionKey } from '@modegate/session-store/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPool } from '../src/postgres/pool/open-pool.ts';
import { type PostgresServer, startPostgres } from './support/postgres-server.ts';

let server: PostgresServer;
let schemas = 0;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

afterAll(() => server.close());

/** Two processes on one schema. */
async function openTwo(): Promise<readonly [PostgresDatabase, PostgresDatabase]> {
  const schema = `shared_${++schemas}`;
  const open = () => openPostgres({ connectionString: server.connectionString, schema, maxConnections: 3 });
  const both = await Promise.all([open(), open()]);
  onTestFinished(async () => void (await Promise.all(both.map(({ close }) => close()))));
  return both;
}

async function run<Row>(statement: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows as readonly Row[];
}

/** Follows what a database hears, and waits until it listens. */
async function follow(database: PostgresDatabase) {
  const heard: StoreChange[] = [];
  const connection: boolean[] = [];
  const feed = database.follow({
    onChange: (change) => void heard.push(change),
    onConnection: (isThere) => void connection.push(isThere),
  });
  onTestFinished(feed.close);
  await expect.poll(() => heard).toEqual([{ kind: 'missed' }]);
  return { heard, connection };
}

test('a connection that breaks between two statements of a transaction fails only the next one', async () => {
  const { pool } = await openPool({ connectionString: server.connectionString, schema: `broken_${++schemas}` });
  onTestFinished(() => pool.end());
  const client = await pool.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS id');
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  await run(`SELECT pg_terminate_backend(${rows[0].id})`);
  await ended;
  await expect(client.query('SELECT 1')).rejects.toThrow();
  client.release(true);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

describe('announcements between processes', () => {
  test('other processes hear a changed mode, a changed state and a removal, and the own process does not', async () => {
    const [one, other] = await openTwo();
    const [{ heard }, own] = [await follow(other), await follow(one)];
    const sessions = createSessions({ store: one.store });
    const { id } = await sessions.create({ mode: 'code' });
    await sessions.addMessage(id, { role: 'user', text: 'It is active from here on.' });
    await sessions.addMessage(id, { role: 'user', text: 'Nothing that others must know.' });
    await sessions.switchMode(id, { mode: 'ask' });
    await sessions.complete(id, { status: 'completed' });
    await sessions.destroy(id);
    const key = sessionKey(id);
    await expect.poll(() => heard.slice(1)).toEqual(Array(4).fill({ kind: 'session', key }));
    expect(key).not.toContain(id);
    expect(own.heard).toEqual([{ kind: 'missed' }]);
  });

  test('a change of a shared text is announced by its name', async () => {
    const [one, other] = await openTwo();
    const { heard } = await follow(other);
    await one.text('toolsets').update(() => '{}');
    await expect.poll(() => heard.at(-1)).toEqual({ kind: 'text', key: 'toolsets' });
  });

  test('a broken connection is reopened and reports that something may have been missed', async () => {
    const [one, other] = await openTwo();
    const { heard, connection } = await follow(other);
    await run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query = 'SELECT 1'",
    );
    await expect.poll(() => heard).toEqual([{ kind: 'missed' }, { kind: 'missed' }]);
    await expect.poll(() => connection).toEqual([false, true]);
    await one.text('toolsets').update(() => '{}');
    await expect.poll(() => heard.at(-1)).toEqual({ kind: 'text', key: 'toolsets' });
  });
});

describe('a shared text', () => {
  test('a shared text loses no change of many processes that write simultaneously', async () => {
    const [one, other] = await openTwo();
    const texts = [one.text('list'), other.text('list')] as const;
    const add = (line: string) => (text: string | undefined) => `${text ?? ''}${line}\n`;
    const lines = Array.from({ length: 40 }, (_, number) => `line ${number}`);
    await Promise.all(lines.map((line, number) => texts[number % 2 === 0 ? 0 : 1].update(add(line))));
    expect((await one.text('list').read())?.trim().split('\n').toSorted()).toEqual(lines.toSorted());
  });

  test('a shared text is unchanged if the change does nothing or throws', async () => {
    const [one] = await openTwo();
    const text = one.text('list');
    expect(await text.update(() => undefined)).toEqual({ changed: false, text: undefined });
    expect(await text.update(() => 'first')).toEqual({ changed: true, text: 'first' });
    expect(await text.update((now) => now)).toEqual({ changed: false, text: 'first' });
    const failure = new Error('no');
    await expect(
      text.update(() => {
        throw failure;
      }),
    ).rejects.toBe(failure);
    expect(await text.read()).toBe('first');
  });
});

test('instances count up, are visible to all, and share one secret', async () => {
  const [one, other] = await openTwo();
  expect(await one.instances.beat('a', '127.0.0.1:1')).toEqual([{ id: 'a', address: '127.0.0.1:1', beat: '1' }]);
  await other.instances.beat('a', '127.0.0.1:1');
  await other.instances.remove('a', '1');
  expect(await one.instances.all()).toMatchObject([{ id: 'a', beat: '2' }]);
  await other.instances.remove('a', '2');
  expect(await one.instances.all()).toEqual([]);
  const secrets = await Promise.all([one.instances.secret('relay', 'x'), other.instances.secret('relay', 'y')]);
  expect(secrets[0]).toBe(secrets[1]);
});

test('the versions of sessions are read together, without those that are gone', async () => {
  const [one, other] = await openTwo();
  const sessions = createSessions({ store: one.store });
  const { id } = await sessions.create({ mode: 'code' });
  await sessions.switchMode(id, { mode: 'ask' });
  const { version } = await sessions.head(id);
  expect(await other.versionsOf([id, 'ses_nobody'])).toEqual(new Map([[id, version]]));
});

describe('an unusable database', () => {
  const opening = async (schema: string, connectionString = server.connectionString) =>
    openPostgres({ connectionString, schema, timeoutMs: 5_000 }).catch((error: unknown) => error);

  test('a schema of another program is refused and left unchanged', async () => {
    await run('CREATE SCHEMA foreign_one; CREATE TABLE foreign_one.users (id INT)');
    const error = await opening('foreign_one');
    expect([isSessionError(error, 'STORE_UNSUITABLE'), String(error)]).toEqual([
      true,
      expect.stringMatching(/another program keeps its tables/),
    ]);
    await run('CREATE SCHEMA foreign_two; CREATE TABLE foreign_two.schema_version (version TEXT)');
    expect(String(await opening('foreign_two'))).toMatch(/another program/);
    expect(await run("SELECT relname FROM pg_class WHERE relnamespace = 'foreign_one'::regnamespace")).toHaveLength(1);
  });

  test('an unknown database and an unreachable server are reported differently', async () => {
    expect(String(await opening('x', server.connectionString.replace(/postgres$/, 'nothing')))).toMatch(
      /database "nothing" does not exist/,
    );
    expect(String(await opening('x', 'postgres://modegate@127.0.0.1:1/modegate'))).toMatch(/ECONNREFUSED/);
  });

  test('up-to-date tables need no right to create any', async () => {
    const [{ close }] = await openTwo();
    expect(close).toBeDefined();
    const schema = `shared_${schemas}`;
    await run(`CREATE ROLE worker_${schemas} LOGIN; GRANT USAGE ON SCHEMA ${schema} TO worker_${schemas};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO worker_${schemas};
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO worker_${schemas}`);
    const url = server.connectionString.replace('modegate@', `worker_${schemas}@`);
    const database = await openPostgres({ connectionString: url, schema });
    const { id } = await createSessions({ store: database.store }).create({ mode: 'code' });
    expect((await database.store.head(id))?.task.mode).toBe('code');
    await database.close();
  });
});
