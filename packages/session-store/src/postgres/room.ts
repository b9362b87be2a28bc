import type { Pool, PoolClient } from 'pg';
import { lists } from '../sql/lists.ts';
import type { Totals } from '../sql/totals.ts';
import type { StoreLimits } from '../store.ts';

/** The last slot is for making room, which one caller does at a time. */
const [slots, roomSlot] = [63, 63];

/** Any number that nothing else is likely to lock. */
const roomLock = 7_164_021_034;

/** How many of the oldest entries are looked at in one step. */
const stepSize = 500;

/** Keeps a store within its limits. */
export function createRoom(pool: Pool, schema: string) {
  const readTotals = async (client: Pool | PoolClient): Promise<Totals> => {
    const names = ['open', 'ended', 'open_bytes', 'bytes'];
    const sums = names.map((name) => `SUM(${name})::float8 AS ${name}`).join(', ');
    return (await client.query(`SELECT ${sums} FROM ${schema}.totals`)).rows[0];
  };
  return {
    /** Where the next statement counts: anywhere, so that statements seldom wait for each other. */
    get slot() {
      return Math.floor(Math.random() * slots);
    },
    totals: () => readTotals(pool),
    /** Removes what is too much: surplus ended sessions, then the oldest entries, then the sessions that ended first. */
    make: async (held: Totals, keep: StoreLimits): Promise<void> => {
      if (held.ended <= keep.endedSessions && held.bytes <= keep.bytes) return;
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        await client.query('SELECT pg_advisory_xact_lock($1)', [roomLock]);
        const steps = {
          totals: () => readTotals(client),
          removeEnded: (count: number) => removeEnded(client, schema, count),
          dropOldestEntries: (tooMuch: number) => dropOldestEntries(client, schema, tooMuch),
        };
        await makeRoom(steps, keep);
        await client.query('COMMIT');
        client.release();
      } catch (error) {
        // Ending the connection undoes what it had begun.
        client.release(true);
        throw error;
      }
    },
  };
}

interface RoomSteps {
  readonly totals: () => Promise<Totals>;
  readonly removeEnded: (count: number) => Promise<boolean>;
  readonly dropOldestEntries: (tooMuch: number) => Promise<boolean>;
}

async function makeRoom({ totals, removeEnded, dropOldestEntries }: RoomSteps, keep: StoreLimits): Promise<void> {
  const surplus = (await totals()).ended - keep.endedSessions;
  if (surplus > 0) await removeEnded(surplus);
  for (;;) {
    const tooMuch = (await totals()).bytes - keep.bytes;
    if (tooMuch <= 0) return;
    if (!(await dropOldestEntries(tooMuch)) && !(await removeEnded(1))) return;
  }
}

/** Removes the sessions that ended first; false when there is none. */
async function removeEnded(client: PoolClient, schema: string, count: number): Promise<boolean> {
  const { rows } = await client.query(
    `
    WITH old AS (
      SELECT position FROM ${schema}.sessions WHERE ended_order IS NOT NULL ORDER BY ended_order LIMIT $1 FOR UPDATE),
    removed AS (DELETE FROM ${schema}.entries USING old WHERE entries.position = old.position RETURNING bytes),
    gone AS (DELETE FROM ${schema}.sessions USING old WHERE sessions.position = old.position RETURNING head_bytes),
    counted AS (
      UPDATE ${schema}.totals SET ended = ended - (SELECT COUNT(*) FROM gone),
        bytes = bytes - (SELECT COALESCE(SUM(head_bytes), 0) FROM gone) - (SELECT COALESCE(SUM(bytes), 0) FROM removed)
      WHERE slot = ${roomSlot})
    SELECT 1 FROM gone`,
    [count],
  );
  return rows.length > 0;
}

/** Drops as many of the oldest entries as it takes, and counts them; false when there is none. */
async function dropOldestEntries(client: PoolClient, schema: string, tooMuch: number): Promise<boolean> {
  const oldest = `
    SELECT arrival, position FROM (
      SELECT arrival, position, SUM(bytes) OVER (ORDER BY arrival) - bytes AS before
      FROM (SELECT arrival, position, bytes FROM ${schema}.entries ORDER BY arrival LIMIT ${stepSize}) AS first) AS sums
    WHERE before < $1`;
  const { rows } = await client.query<{ arrival: string; position: string }>(oldest, [tooMuch]);
  if (rows.length === 0) return false;
  // The sessions before their entries, as every other writer does.
  const lock = `SELECT 1 FROM ${schema}.sessions WHERE position = ANY($1::bigint[]) ORDER BY position FOR UPDATE`;
  await client.query(lock, [rows.map(({ position }) => position)]);
  const firsts = lists.map(
    (list) =>
      `${list}_from = GREATEST(${list}_from, (SELECT MAX(number) + 1 FROM gone WHERE gone.position = sessions.position AND list = '${list}'))`,
  );
  await client.query(
    `
    WITH gone AS (DELETE FROM ${schema}.entries WHERE arrival = ANY($1::bigint[]) RETURNING position, list, number, bytes),
    dropped AS (
      UPDATE ${schema}.sessions SET ${firsts.join(', ')} WHERE position IN (SELECT position FROM gone))
    UPDATE ${schema}.totals SET bytes = bytes - (SELECT COALESCE(SUM(bytes), 0) FROM gone) WHERE slot = ${roomSlot}`,
    [rows.map(({ arrival }) => arrival)],
  );
  return true;
}
