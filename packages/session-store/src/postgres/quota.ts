import type { Pool, PoolClient } from 'pg';
import { leavingOrder, lists } from '../sql/lists.ts';
import type { OwnerTotals, TotalsBefore } from '../sql/totals.ts';
import type { StoreLimits } from '../store.ts';
import { inTransaction } from './pool/transaction.ts';

/** The last slot is reserved for enforcing limits, which only one caller per owner does at a time. */
const [slots, roomSlot] = [63, 63];

/** An arbitrary base for advisory locks; an owner's lock is this base plus the owner's number. */
const roomLock = 7_164_021_034;

/** Number of entries examined in one step, starting with the oldest. */
const stepSize = 500;

/** Enforces the limits of each owner. */
export function createPostgresQuota(pool: Pool, schema: string) {
  const sums = ['open', 'ended', 'open_bytes', 'bytes'].map((name) => `SUM(${name})::float8 AS ${name}`).join(', ');
  const totalsOf = async (client: PoolClient, owner: number): Promise<OwnerTotals> => {
    const text = `SELECT ${sums} FROM ${schema}.held WHERE owner = $1`;
    return { owner, ...(await client.query(text, [owner])).rows[0] };
  };
  return {
    /** Returns a random slot for the next statement, so that statements seldom wait for each other. */
    get slot() {
      return Math.floor(Math.random() * slots);
    },
    /** Returns the number of sessions. */
    count: async (): Promise<number> =>
      (await pool.query(`SELECT SUM(open + ended)::float8 AS sessions FROM ${schema}.held`)).rows[0].sessions,
    /** Returns the totals of an owner; if there are none, the number of other owners. */
    before: async (name: string): Promise<TotalsBefore> => {
      const owner = `SELECT owner FROM ${schema}.owners WHERE name = $1`;
      const text = `SELECT owner, ${sums} FROM ${schema}.held WHERE owner = (${owner}) GROUP BY owner`;
      const [held] = (await pool.query<OwnerTotals>(text, [name])).rows;
      if (held !== undefined && held.open + held.ended > 0) return { held, owners: 0 };
      const others = `SELECT owner FROM ${schema}.held GROUP BY owner HAVING SUM(open + ended) > 0`;
      const [counted] = (await pool.query(`SELECT COUNT(*)::int AS owners FROM (${others}) AS others`)).rows;
      return { held, owners: counted.owners };
    },
    /** Returns the number assigned to an owner, assigning one if needed. */
    numberOf: async (name: string): Promise<number> => {
      const text = `
        WITH added AS (INSERT INTO ${schema}.owners (name) VALUES ($1) ON CONFLICT (name) DO NOTHING RETURNING owner),
        held AS (INSERT INTO ${schema}.held (owner, slot) SELECT owner, generate_series(0, ${roomSlot}) FROM added)
        SELECT owner FROM added UNION ALL SELECT owner FROM ${schema}.owners WHERE name = $1`;
      const find = async () => (await pool.query<{ readonly owner: number }>(text, [name])).rows[0]?.owner;
      // Another instance may have inserted the owner after this statement began.
      const owner = (await find()) ?? (await find());
      if (owner === undefined) throw new Error(`No owner could be added to ${schema}.`);
      return owner;
    },
    /**
     * Reduces an owner's data until it is within the limits: removes surplus ended sessions, then the sessions that
     * ended first, then the oldest entries.
     */
    make: async (held: OwnerTotals, keep: StoreLimits): Promise<void> => {
      if (held.ended <= keep.endedSessions && held.bytes <= keep.bytes) return;
      const { owner } = held;
      await inTransaction(pool, async (client) => {
        await client.query('SELECT pg_advisory_xact_lock($1)', [roomLock + owner]);
        const steps = {
          totals: () => totalsOf(client, owner),
          removeEnded: (count: number) => removeEnded(client, schema, { owner, count }),
          dropOldestEntries: (tooMuch: number) => dropOldestEntries(client, schema, { owner, tooMuch }),
        };
        await makeRoom(steps, keep);
      });
    },
  };
}

interface RoomSteps {
  readonly totals: () => Promise<OwnerTotals>;
  readonly removeEnded: (count: number) => Promise<boolean>;
  readonly dropOldestEntries: (tooMuch: number) => Promise<boolean>;
}

async function makeRoom({ totals, removeEnded, dropOldestEntries }: RoomSteps, keep: StoreLimits): Promise<void> {
  const surplus = (await totals()).ended - keep.endedSessions;
  if (surplus > 0) await removeEnded(surplus);
  for (;;) {
    const tooMuch = (await totals()).bytes - keep.bytes;
    if (tooMuch <= 0) return;
    if (!(await removeEnded(1)) && !(await dropOldestEntries(tooMuch))) return;
  }
}

/** Removes the owner's sessions that ended first; returns false if the owner has no ended sessions. */
async function removeEnded(
  client: PoolClient,
  schema: string,
  { owner, count }: { readonly owner: number; readonly count: number },
): Promise<boolean> {
  const { rows } = await client.query(
    `
    WITH old AS (
      SELECT position FROM ${schema}.sessions WHERE owner = $2 AND ended_order IS NOT NULL ORDER BY ended_order LIMIT $1 FOR UPDATE),
    removed AS (DELETE FROM ${schema}.entries USING old WHERE entries.position = old.position RETURNING bytes),
    gone AS (DELETE FROM ${schema}.sessions USING old WHERE sessions.position = old.position RETURNING head_bytes),
    counted AS (
      UPDATE ${schema}.held SET ended = ended - (SELECT COUNT(*) FROM gone),
        bytes = bytes - (SELECT COALESCE(SUM(head_bytes), 0) FROM gone) - (SELECT COALESCE(SUM(bytes), 0) FROM removed)
      WHERE owner = $2 AND slot = ${roomSlot})
    SELECT 1 FROM gone`,
    [count, owner],
  );
  return rows.length > 0;
}

/** Drops as many of an owner's oldest entries as needed, and counts them; returns false if the owner has none. */
async function dropOldestEntries(
  client: PoolClient,
  schema: string,
  { owner, tooMuch }: { readonly owner: number; readonly tooMuch: number },
): Promise<boolean> {
  const oldest = `
    SELECT arrival, position FROM (
      SELECT arrival, position, SUM(bytes) OVER (ORDER BY ${leavingOrder}) - bytes AS before
      FROM (SELECT arrival, position, list, bytes FROM ${schema}.entries WHERE owner = $2
        ORDER BY ${leavingOrder} LIMIT ${stepSize}) AS first) AS sums
    WHERE before < $1`;
  const { rows } = await client.query<{ arrival: string; position: string }>(oldest, [tooMuch, owner]);
  if (rows.length === 0) return false;
  // Locks sessions before entries, in the same order as all writers.
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
    UPDATE ${schema}.held SET bytes = bytes - (SELECT COALESCE(SUM(bytes), 0) FROM gone) WHERE owner = $2 AND slot = ${roomSlot}`,
    [rows.map(({ arrival }) => arrival), owner],
  );
  return true;
}
