import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readColumns } from '../src/postgres/pool/read-columns.ts';
import { named } from '../src/postgres/statements/statement-parts.ts';
import { type PostgresServer, startPostgres } from './support/postgres-server.ts';

let server: PostgresServer;
let pool: pg.Pool;

beforeAll(async () => {
  server = await startPostgres();
  pool = new pg.Pool({ connectionString: server.connectionString, max: 1, query_timeout: 1_000 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
}, 60_000);

afterAll(async () => {
  await pool?.end();
  await server?.close();
});

const echo = named('SELECT $1::text, NULL::text, 1.5::float8');

/** As a promise that never rejects. */
const read = (text: string, ...values: string[]) =>
  readColumns(pool, named(text), values).catch((error: unknown) => String(error));

test('rows are texts, those of the next call on the same connection too', async () => {
  expect(await readColumns(pool, echo, ['one'])).toEqual([['one', null, '1.5']]);
  expect(await readColumns(pool, echo, ['zwei ✓'])).toEqual([['zwei ✓', null, '1.5']]);
  expect(await read('SELECT $1::text WHERE FALSE', 'none')).toEqual([]);
  expect(await read('SELECT n::text FROM generate_series(1, 3) AS n')).toEqual([['1'], ['2'], ['3']]);
  // A statement is prepared once a connection.
  const { rows } = await pool.query('SELECT name FROM pg_prepared_statements WHERE name = $1', [echo.name]);
  expect(rows).toEqual([{ name: echo.name }]);
});

test.each([
  ['a text that is not SQL', 'SELEC', /syntax error/],
  ['a statement that fails while it runs', 'SELECT 1 / (n - 2) FROM generate_series(1, 3) AS n', /division by zero/],
  ['a connection that the server ends', 'SELECT pg_terminate_backend(pg_backend_pid())', /terminat/],
  ['an answer that takes too long', 'SELECT pg_sleep(20)', /timeout/],
])('%s rejects, and the only connection of the pool serves the next call', async (_what, text, problem) => {
  expect(await read(text)).toMatch(problem);
  expect(await readColumns(pool, echo, ['next'])).toEqual([['next', null, '1.5']]);
  expect([pool.totalCount, pool.waitingCount]).toEqual([1, 0]);
});

test('no connection rejects', async () => {
  const nowhere = new pg.Pool({ connectionString: 'postgres://modegate@127.0.0.1:1/postgres' });
  await expect(readColumns(nowhere, echo, ['one'])).rejects.toThrow('ECONNREFUSED');
  await nowhere.end();
});
