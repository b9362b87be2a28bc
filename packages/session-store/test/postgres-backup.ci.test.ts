import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createSessions, type Sessions } from '@modegate/session-store';
import { openPostgresStore } from '@modegate/session-store/postgres';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startPostgres } from './support/postgres-server.ts';

/** Where Debian and its relatives keep a PostgreSQL with its tools; those of the package registry come without `pg_dump`. */
const folder = globSync('/usr/lib/postgresql/*/bin')
  .filter((bin) => globSync(`${bin}/{postgres,pg_dump}`).length === 2)
  .toSorted()
  .at(-1);
const run = promisify(execFile);

test.skipIf(folder === undefined)(
  'a dump during writes contains everything acknowledged before, and a store can continue with it',
  { timeout: 60_000 },
  async () => {
    const bin = (name: string) => join(folder ?? '', name);
    const server = await startPostgres({ initdb: bin('initdb'), postgres: bin('postgres') });
    onTestFinished(() => server.close());
    const place = mkdtempSync(join(tmpdir(), 'mg-dump-'));
    const restored = server.connectionString.replace(/postgres$/, 'restored');
    const store = await openPostgresStore({ connectionString: server.connectionString });
    const known: string[] = [];
    const state = { isOver: false };
    const writing = [1, 2, 3].map(() => writeUntil(state, known, createSessions({ store })));
    while (known.length < 50) await pause(5);
    const before = [...known];
    const dump = join(place, 'modegate.dump');
    await run(bin('pg_dump'), ['--format=custom', '--schema=modegate', `--file=${dump}`, server.connectionString]);
    state.isOver = true;
    await Promise.all(writing);
    await store.close();
    await createDatabase(server.connectionString);
    await run(bin('pg_restore'), ['--exit-on-error', `--dbname=${restored}`, dump]);
    const copy = await openPostgresStore({ connectionString: restored });
    for (const id of before) expect((await copy.get(id))?.task.mode).toBe('ask');
    await writeOne(createSessions({ store: copy }));
    await copy.close();
    rmSync(place, { recursive: true, maxRetries: 10 });
  },
);

async function writeUntil(state: { readonly isOver: boolean }, known: string[], sessions: Sessions): Promise<void> {
  while (!state.isOver) known.push(await writeOne(sessions));
}

/** Creates a task and switches its mode; resolves with the id of its session once both are acknowledged. */
async function writeOne(sessions: Sessions): Promise<string> {
  const { id } = await sessions.create({ mode: 'code' });
  await sessions.switchMode(id, { mode: 'ask' });
  return id;
}

async function createDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('CREATE DATABASE restored');
  await client.end();
}
