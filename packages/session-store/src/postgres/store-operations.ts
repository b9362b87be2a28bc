import type { List } from '../sql/lists.ts';
import { selectPage } from '../sql/select-page.ts';
import { type HeadRow, headOf, type SessionRow, wholeSession } from '../sql/session-row.ts';
import { type OwnerTotals, ownerName } from '../sql/totals.ts';
import type { HistoryAppend, Store } from '../store.ts';
import type { Announcer } from './announcement.ts';
import { createBatchedTouches, type TouchedRow } from './batched-touches.ts';
import { insertSession } from './insert-session.ts';
import type { OpenedPool } from './pool/opened-pool.ts';
import { mayRunAgain } from './pool/postgres-errors.ts';
import { createPostgresQuota } from './quota.ts';
import { createSessionLoader } from './session-loader.ts';
import {
  removeStatement,
  replaceStatement,
  type Touch,
  touchesStatement,
  touchStatement,
} from './statements/session-changes.ts';
import {
  findStatement,
  headStatement,
  headsStatement,
  listStatement,
  wholeStatement,
} from './statements/session-queries.ts';
import { prepared, type Statement } from './statements/statement-parts.ts';
import type { StatementContext } from './statements/update-totals.ts';

/** A row with its position in insertion order. */
interface ListedRow extends HeadRow {
  readonly position: string;
}

/** The entries of each list, separated by commas; null if there are none. */
type ListTexts = { readonly [Name in List]: string | null };

/** Creates a store's operations; they throw `pg` errors. */
// oxlint-disable-next-line max-lines-per-function -- one store operation after another
export function createPostgresOperations({ pool, schema }: OpenedPool, announcer: Announcer): Store {
  const room = createPostgresQuota(pool, schema);
  const counted = {
    schema,
    announcer,
    get slot() {
      return room.slot;
    },
  };
  const query = async <Row>(statement: Statement): Promise<readonly Row[]> =>
    (await pool.query(prepared(statement))).rows as readonly Row[];
  const makeRoom = async (row: OwnerTotals | undefined, append: HistoryAppend | undefined) => {
    if (row === undefined || append === undefined) return;
    // The write succeeded and must not be repeated; the next write enforces the limits.
    await room.make(row, append.keep).catch((error: unknown) => {
      if (!mayRunAgain(error)) throw error;
    });
  };
  const database = { schema, counted, query, makeRoom };
  const head = createSessionLoader((ids) =>
    query(ids.length === 1 ? headStatement(schema, String(ids[0])) : headsStatement(schema, ids)),
  );
  const touch = createTouch(database);
  return {
    ...createMaintenance(database),
    insert: async (next, append, restored) => {
      const name = ownerName(next);
      const [[stored], before] = await Promise.all([
        query<SessionRow>(findStatement(schema, next.id)),
        room.before(name),
      ]);
      const numberOf = () => room.numberOf(name);
      const outcome = await insertSession(pool, counted, { head: next, append, restored, stored, before, numberOf });
      if (typeof outcome === 'string') return outcome;
      await makeRoom(outcome, append);
      return 'inserted';
    },
    head,
    get: async (id) => {
      const [row] = await query<SessionRow & ListTexts>(wholeStatement(schema, id));
      if (row === undefined) return undefined;
      const read = (list: List) => JSON.parse(`[${row[list] ?? ''}]`);
      return wholeSession(row, {
        messages: read('messages'),
        switches: read('switches'),
        decisions: read('decisions'),
      });
    },
    touch: async (id, { at, expiresAt }, append) => {
      const row = await touch({ id, at, expiresAt }, append);
      return row === undefined ? head(id) : headOf(row, id);
    },
    replace: async (next, expected, append) => {
      const [row] = await query<OwnerTotals>(replaceStatement(counted, { next, expected }, append));
      await makeRoom(row, append);
      return row !== undefined;
    },
    remove: async (id, expected, tombstone) => {
      const [row] = await query(removeStatement(counted, { id, expected, tombstone }));
      return row !== undefined;
    },
    count: room.count,
  };
}

/** State shared by the operations of a store. */
interface Database {
  readonly schema: string;
  readonly counted: StatementContext;
  readonly query: <Row>(statement: Statement) => Promise<readonly Row[]>;
  readonly makeRoom: (row: OwnerTotals | undefined, append: HistoryAppend | undefined) => Promise<void>;
}

/** Creates a function that touches sessions; touches that only add decisions are combined into shared statements. */
function createTouch({ counted, query, makeRoom }: Database) {
  const touchOne = async (use: Touch, append: HistoryAppend | undefined) =>
    (await query<TouchedRow>(touchStatement(counted, use, append)))[0];
  // A failure to enforce limits must not cause stored entries to be written again; the next write of another kind
  // reports the failure.
  const makeRoomQuietly = async (rows: readonly TouchedRow[], append: HistoryAppend | undefined) => {
    const owners = new Map(rows.map((row) => [row.owner, row]));
    for (const row of owners.values()) await makeRoom(row, append).catch(() => undefined);
  };
  const touchBatched = createBatchedTouches({
    one: async ({ append, ...use }) => {
      const row = await touchOne(use, append);
      if (row !== undefined) await makeRoomQuietly([row], append);
      return row;
    },
    many: async (touches) => {
      const rows = await query<TouchedRow>(touchesStatement(counted, touches));
      await makeRoomQuietly(rows, touches[0]?.append);
      return rows;
    },
  });
  return async (use: Touch, append: HistoryAppend | undefined): Promise<TouchedRow | undefined> => {
    if (hasOnlyDecisions(append)) return touchBatched({ ...use, append });
    const row = await touchOne(use, append);
    await makeRoom(row, append);
    return row;
  };
}

/** Creates functions that list sessions, and handle tombstones and sweeps. */
function createMaintenance({
  schema,
  query,
}: Database): Pick<Store, 'tombstone' | 'forgetTombstones' | 'claimSweep' | 'list'> {
  /** Returns the heads of these rows in the same order, except heads removed in the meantime. */
  const headsOf = async (rows: readonly ListedRow[]): Promise<readonly HeadRow[]> => {
    if (rows.length === 0) return [];
    const ids: readonly string[] = rows.map(({ id }) => JSON.parse(id));
    const found = await query<HeadRow>(headsStatement(schema, ids));
    const byId = new Map(found.map((row) => [row.id, row]));
    return rows.flatMap(({ id }) => byId.get(id) ?? []);
  };
  return {
    tombstone: async (id) => {
      const text = `SELECT expired_at AS "expiredAt", forget_at AS "forgetAt" FROM ${schema}.tombstones WHERE id = $1`;
      return (await query<{ expiredAt: number; forgetAt: number }>({ text, values: [JSON.stringify(id)] }))[0];
    },
    forgetTombstones: async (before, limit) => {
      const some = `SELECT id FROM ${schema}.tombstones WHERE forget_at <= $1 LIMIT $2`;
      const text = `DELETE FROM ${schema}.tombstones WHERE id IN (${some}) RETURNING 1`;
      return (await query({ text, values: [before, limit] })).length;
    },
    claimSweep: async (at, everyMs) => {
      const text = `UPDATE ${schema}.sweeps SET next_at = $2 WHERE next_at <= $1 OR next_at > $2 RETURNING 1`;
      return (await query({ text, values: [at, at + everyMs] })).length > 0;
    },
    list: async (asked) => {
      const { rows, ...page } = selectPage(await query<ListedRow>(listStatement(schema, asked)), asked);
      const read = asked.isWanted === undefined ? rows : await headsOf(rows);
      return { sessions: read.map((row) => headOf(row)), ...page };
    },
  };
}

/** True if a write appends only decisions, as most writes do. */
function hasOnlyDecisions(append: HistoryAppend | undefined): append is HistoryAppend {
  return append?.decisions !== undefined && append.messages === undefined && append.switches === undefined;
}
