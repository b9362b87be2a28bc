import { createSessions } from '@modegate/session-store';
import { openPostgresStore } from '@modegate/session-store/postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from './support/postgres-server.ts';
import { expectAcknowledged, kills, writeAndKill } from './support/write-and-kill.ts';
import type { Acknowledged } from './support/write-forever.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

afterAll(() => server.close());

test(`two processes with clocks set back, ${kills} of each killed, and PostgreSQL killed: nothing acknowledged is lost`, {
  timeout: 60_000 + kills * 8_000,
}, async () => {
  const { connectionString } = server;
  const latest = new Map<string, Acknowledged>();
  for (let round = 0; round < kills; round++) {
    const writing = ['a', 'b'].map((name) => writeAndKill('postgres-writer.ts', [connectionString, `${name}${round}`]));
    const lines = await Promise.all([...writing, round % 10 === 9 ? killServer() : []]);
    for (const write of lines.flat()) latest.set(write.id, write);
  }
  expect(latest.size).toBeGreaterThan(kills);
  const store = await openPostgresStore({ connectionString });
  // With a clock that is right again nothing has expired.
  await createSessions({ store }).sweep();
  await expectAcknowledged(store, latest.values());
  await store.close();
  expect(await totalsProblem(connectionString)).toEqual({ open: 0, ended: 0, bytes: 0 });
});

/** Kills the server while the writers work, and starts it again. */
async function killServer(): Promise<readonly Acknowledged[]> {
  await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 500));
  await server.kill();
  await server.start();
  return [];
}

/** How far the kept totals are from what is there. */
async function totalsProblem(connectionString: string): Promise<unknown> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(`
    SELECT
      SUM(open)::int - (SELECT COUNT(*) FROM modegate.sessions WHERE ended_order IS NULL)::int AS open,
      SUM(ended)::int - (SELECT COUNT(*) FROM modegate.sessions WHERE ended_order IS NOT NULL)::int AS ended,
      SUM(bytes)::int - (SELECT SUM(head_bytes) FROM modegate.sessions)::int
        - (SELECT COALESCE(SUM(bytes), 0) FROM modegate.entries)::int AS bytes
    FROM modegate.held`);
  await client.end();
  return rows[0];
}
