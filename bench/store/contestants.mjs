import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { openPostgresStore } from '../../packages/session-store/dist/postgres/index.js';
import { openSqliteStore } from '../../packages/session-store/dist/sqlite/index.js';
import { startPostgres } from '../../packages/session-store/test/support/postgres-server.ts';
import { insertStored } from './script.mjs';

/**
 * A kind of store: `seed` prepares its data once, `openStore` and `openBare` work on fresh copies of it, and `record` lists the statements that a
 * store gives to its driver meanwhile. `openBare` runs such a list: the driver alone, doing the same.
 */

/** SQLite through `node:sqlite`. */
export async function sqliteContestant({ stored }) {
  const folder = mkdtempSync(join(tmpdir(), 'modegate-bench-store-'));
  const seeded = join(folder, 'seeded.db');
  const store = openSqliteStore(seeded);
  for (let first = 0; first < stored; first += 100)
    await Promise.all(
      Array.from({ length: Math.min(100, stored - first) }, (_, index) => insertStored(store, first + index)),
    );
  await store.close();
  let copies = 0;
  const copy = () => {
    const file = join(folder, `copy-${++copies}.db`);
    copyFileSync(seeded, file);
    return file;
  };
  return {
    title: 'SQLite',
    driver: 'node:sqlite',
    openStore: async () => openSqliteStore(copy()),
    openBare: async () => openBareSqlite(copy()),
    record: recordSqlite,
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The statements of a group in one transaction, as the store gathers the calls of one turn. */
function openBareSqlite(file) {
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON',
  );
  const prepared = new Map();
  const statementOf = (text) => {
    if (!prepared.has(text)) prepared.set(text, database.prepare(text));
    return prepared.get(text);
  };
  return {
    run: async (group, writes) => {
      database.exec(writes ? 'BEGIN IMMEDIATE' : 'BEGIN');
      const answers = group.map((statements) =>
        statements.map(({ text, method, values }) => readTexts(statementOf(text)[method](...values))),
      );
      database.exec('COMMIT');
      return answers;
    },
    close: async () => database.close(),
  };
}

/** Lists what `run` has prepared statements do, call by call. */
async function recordSqlite(open, run) {
  const calls = [];
  const texts = new WeakMap();
  const { prepare } = DatabaseSync.prototype;
  const sample = new DatabaseSync(':memory:');
  const statements = Object.getPrototypeOf(sample.prepare('SELECT 1'));
  sample.close();
  const originals = { get: statements.get, all: statements.all, run: statements.run };
  DatabaseSync.prototype.prepare = function (text) {
    const statement = prepare.call(this, text);
    texts.set(statement, text);
    return statement;
  };
  for (const [method, original] of Object.entries(originals))
    statements[method] = function (...values) {
      const answer = original.apply(this, values);
      calls.at(-1)?.push({ text: texts.get(this), method, values, answer: readTexts(structuredClone(answer)) });
      return answer;
    };
  const store = await open();
  try {
    return await run(store, { begin: () => calls.push([]), calls });
  } finally {
    DatabaseSync.prototype.prepare = prepare;
    Object.assign(statements, originals);
    await store.close();
  }
}

/** Rows with the objects that their texts stand for, since nobody could use less. */
function readTexts(answer) {
  for (const row of Array.isArray(answer) ? answer : [answer]) {
    if (typeof row?.head === 'string') row.head = JSON.parse(row.head);
    if (typeof row?.entry === 'string') row.entry = JSON.parse(row.entry);
    for (const list of ['entries', 'messages', 'switches', 'decisions'])
      if (typeof row?.[list] === 'string') row[list] = JSON.parse(`[${row[list]}]`);
  }
  return answer;
}

const connections = 10;

/** PostgreSQL through `pg`, with as many connections on both sides. */
export async function postgresContestant({ stored }) {
  const server = await startPostgres();
  const urlOf = (database) => {
    const url = new URL(server.connectionString);
    url.pathname = `/${database}`;
    return url.href;
  };
  const admin = new pg.Client({ connectionString: server.connectionString });
  await admin.connect();
  await admin.query('CREATE DATABASE seeded');
  const open = (database, maxConnections = connections) =>
    openPostgresStore({ connectionString: urlOf(database), maxConnections });
  // By one connection, so that all come in their order.
  const store = await open('seeded', 1);
  for (let first = 0; first < stored; first += 100)
    await Promise.all(
      Array.from({ length: Math.min(100, stored - first) }, (_, index) => insertStored(store, first + index)),
    );
  await store.close();
  const seeding = new pg.Client({ connectionString: urlOf('seeded') });
  await seeding.connect();
  await seeding.query('VACUUM ANALYZE');
  await seeding.end();
  let copies = 0;
  const copy = async () => {
    const database = `copy_${++copies}`;
    await admin.query(`CREATE DATABASE ${database} TEMPLATE seeded`);
    return database;
  };
  return {
    title: 'PostgreSQL',
    driver: 'pg',
    openStore: async () => open(await copy()),
    openBare: async () => openBarePostgres(urlOf(await copy())),
    record: recordPostgres,
    close: async () => {
      await admin.end();
      await server.close();
    },
  };
}

/** The statements of each call one after the other, the calls of a group at once. */
function openBarePostgres(connectionString) {
  const pool = new pg.Pool({ connectionString, max: connections, statement_timeout: 10_000 });
  return {
    run: (group) =>
      Promise.all(
        group.map(async (statements) => {
          const answers = [];
          for (const { name, text, values } of statements)
            answers.push(readTexts((await pool.query({ name, text, values })).rows));
          return answers;
        }),
      ),
    close: () => pool.end(),
  };
}

async function recordPostgres(open, run) {
  const calls = [];
  // The copy of the driver that the store has.
  const { Client } = createRequire(new URL('../../packages/session-store/package.json', import.meta.url))('pg');
  const { query } = Client.prototype;
  Client.prototype.query = function (...given) {
    const { name, text, values } = typeof given[0] === 'string' ? { text: given[0], values: given[1] } : given[0];
    // What the pool asks with a callback of its own is noted when the answer is there.
    const callback = given.at(-1);
    if (typeof callback === 'function') {
      const noted = { name, text, values };
      calls.at(-1)?.push(noted);
      given[given.length - 1] = (error, result) => {
        noted.answer = result?.rows;
        callback(error, result);
      };
    }
    return query.apply(this, given);
  };
  const store = await open();
  try {
    return await run(store, { begin: () => calls.push([]), calls });
  } finally {
    Client.prototype.query = query;
    await store.close();
  }
}
