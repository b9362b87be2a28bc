import type { List } from '../sql/lists.ts';
import { type HeadRow, headOf, type SessionRow, wholeSession } from '../sql/session-row.ts';
import { takePage } from '../sql/take-page.ts';
import { type OwnerTotals, ownerName } from '../sql/totals.ts';
import type { HistoryAppend, Store } from '../store.ts';
import type { Announcer } from './announcement.ts';
import { createHeadReader } from './head-reader.ts';
import { insertSession } from './insert-session.ts';
import { mayRunAgain } from './pool/explain-failure.ts';
import type { OpenedPool } from './pool/opened-pool.ts';
import { readColumns } from './pool/read-columns.ts';
import { createRoom } from './room.ts';
import {
  removeStatement,
  replaceStatement,
  type Touch,
  touchesStatement,
  touchStatement,
} from './statements/session-changes.ts';
import {
  findStatement,
  headRowOf,
  headStatement,
  headsStatement,
  listStatement,
  wholeStatement,
} from './statements/session-queries.ts';
import { prepared, type Statement } from './statements/statement-parts.ts';
import { createTouchWriter, type TouchedRow } from './touch-writer.ts';

/** A row with its place in the order of insertion. */
interface PlacedRow extends HeadRow {
  readonly position: string;
}

/** The entries of each list, with a comma between them; null when there are none. */
type ListTexts = { readonly [Name in List]: string | null };

/** The operations of a store; what they throw is `pg`'s. */
export function createOperations({ pool, schema }: OpenedPool, announcer: Announcer): Store {
  const room = createRoom(pool, schema);
  const counted = {
    schema,
    announcer,
    get slot() {
      return room.slot;
    },
  };
  const query = async <Row>(statement: Statement): Promise<readonly Row[]> =>
    (await pool.query(prepared(statement))).rows as readonly Row[];
  const readHead = headStatement(schema);
  const head = createHeadReader(async (ids) => {
    const [id] = ids;
    if (id === undefined || ids.length > 1) return query(headsStatement(schema, ids));
    const rows = await readColumns(pool, readHead, [JSON.stringify(id)]);
    return rows.map((columns) => headRowOf(id, columns));
  });
  /** In the order of these rows; those that have gone meanwhile are left out. */
  const headsOf = async (rows: readonly PlacedRow[]): Promise<readonly HeadRow[]> => {
    if (rows.length === 0) return [];
    const ids: readonly string[] = rows.map(({ id }) => JSON.parse(id));
    const found = await query<HeadRow>(headsStatement(schema, ids));
    const byId = new Map(found.map((row) => [row.id, row]));
    return rows.flatMap(({ id }) => byId.get(id) ?? []);
  };
  const makeRoom = async (row: OwnerTotals | undefined, append: HistoryAppend | undefined) => {
    if (row === undefined || append === undefined) return;
    // The write before it is done and must not run again; the next one makes the room.
    await room.make(row, append.keep).catch((error: unknown) => {
      if (!mayRunAgain(error)) throw error;
    });
  };
  const touchOne = (use: Touch, append: HistoryAppend | undefined) =>
    query<TouchedRow>(touchStatement(counted, use, append));
  const touchAlone = async (use: Touch, append: HistoryAppend | undefined) => {
    const [row] = await touchOne(use, append);
    await makeRoom(row, append);
    return row;
  };
  // Lines that are stored must not be written again because there was no room after them; the next write of another kind tells.
  const thenRoom = async (rows: readonly TouchedRow[], append: HistoryAppend | undefined) => {
    const owners = new Map(rows.map((row) => [row.owner, row]));
    for (const row of owners.values()) await makeRoom(row, append).catch(() => undefined);
    return rows;
  };
  const touchTrail = createTouchWriter({
    one: async ({ append, ...use }) => (await thenRoom(await touchOne(use, append), append))[0],
    many: async (touches) => thenRoom(await query(touchesStatement(counted, touches)), touches[0]?.append),
  });
  return {
    insert: async (head, append, restored) => {
      const name = ownerName(head);
      const [[stored], before] = await Promise.all([
        query<SessionRow>(findStatement(schema, head.id)),
        room.before(name),
      ]);
      const numberOf = () => room.numberOf(name);
      const outcome = await insertSession(pool, counted, { head, append, restored, stored, before, numberOf });
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
      const use = { id, at, expiresAt };
      const row = await (isTrailOnly(append) ? touchTrail({ ...use, append }) : touchAlone(use, append));
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
      const { rows, ...page } = takePage(await query<PlacedRow>(listStatement(schema, asked)), asked);
      const read = asked.isWanted === undefined ? rows : await headsOf(rows);
      return { sessions: read.map((row) => headOf(row)), ...page };
    },
    count: room.count,
  };
}

/** What most writes are. */
function isTrailOnly(append: HistoryAppend | undefined): append is HistoryAppend {
  return append?.decisions !== undefined && append.messages === undefined && append.switches === undefined;
}
