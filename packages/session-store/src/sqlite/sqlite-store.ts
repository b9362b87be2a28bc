import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { type DeferOptions, deferTouches } from '../sql/deferred-touches.ts';
import { rowsToRead, selectPage } from '../sql/select-page.ts';
import {
  columnsOf,
  type HeadRow,
  headColumns,
  headOf,
  matches,
  mayBeReplaced,
  wholeSession,
} from '../sql/session-row.ts';
import { ownerName } from '../sql/totals.ts';
import type { Awaitable, HistoryAppend, Store, StorePage, StoreQuery, Tombstone } from '../store.ts';
import { createBatches } from './batches.ts';
import { createHistoryRows } from './history-rows.ts';
import { openSqliteDatabase } from './open-database.ts';
import { createSqliteQuota } from './quota.ts';
import { createSessionRows, type StoredHeadRow } from './session-rows.ts';
import { explainSqliteError } from './sqlite-errors.ts';

/** A {@link Store} in a file. */
export interface SqliteStore extends Store {
  /** Writes pending decisions; resolves when all of them have been stored or have failed. */
  readonly flush: () => Promise<void>;
  /** Writes all requested changes and closes the file; later calls are rejected. */
  readonly close: () => Promise<void>;
}

/** Options for {@link openSqliteStore}. */
export type SqliteOptions = Pick<DeferOptions, 'onLost'>;

/**
 * Opens a {@link Store} in one SQLite file, which several processes on one machine may share; creates the file if
 * necessary. Writes are on the disk when their calls resolve (WAL, `synchronous = FULL`) and survive `kill -9` and a
 * power cut; a touch with `known` is on the disk within 100 ms. Writes from one turn of the event loop share a
 * transaction. The folder must exist and be on a local disk.
 *
 * @throws {SessionError} STORE_TOO_NEW if the file was written by a later version, STORE_DAMAGED if it is not a
 * database or its content is damaged, STORE_UNAVAILABLE if it cannot be opened or written. Calls reject with the last
 * two.
 */
export function openSqliteStore(file: string, options: SqliteOptions = {}): SqliteStore {
  const database = openSqliteDatabase(file);
  const { read, readOne, write, close } = createBatches(database, (error) => explainSqliteError(error, file));
  const steps = createSteps(database);
  const direct: Store = {
    insert: (head, append, restored) => write(() => steps.insert(head, append, restored)),
    head: (id) => readOne(() => steps.head(id)),
    get: (id) => read(() => steps.get(id)),
    touch: (id, access, append) => write(() => steps.touch(id, access, append)),
    replace: (next, expected, append) => write(() => steps.replace(next, expected, append)),
    remove: (id, expected, tombstone) => write(() => steps.remove(id, expected, tombstone)),
    tombstone: (id) => readOne(() => steps.tombstone(id)),
    forgetTombstones: (before, limit) => write(() => steps.forgetTombstones(before, limit)),
    claimSweep: (at, everyMs) => write(() => steps.claimSweep(at, everyMs)),
    list: (query) => readOne(() => steps.list(query)),
    count: () => readOne(() => steps.count()),
  };
  const deferring = deferTouches(direct, options);
  return {
    ...deferring.store,
    flush: deferring.flush,
    close: async () => {
      await deferring.close();
      close();
      database.close();
    },
  };
}

type Synchronous<T> = {
  readonly [Name in keyof T]: T[Name] extends (...given: infer Given) => Awaitable<infer Value>
    ? (...given: Given) => Value
    : never;
};

/** Creates a store's operations, each as a step in a transaction that the caller begins and ends. */
function createSteps(database: DatabaseSync): Synchronous<Store> {
  const rows = createSessionRows(database);
  const history = createHistoryRows(database);
  const room = createSqliteQuota(database, history.dropOldest);
  const tombstones = createTombstoneRows(database);
  const claimSweep = database.prepare('UPDATE sweeps SET next_at = ? WHERE next_at <= ? OR next_at > ?');
  const keepEntries = (row: Parameters<typeof history.append>[0], append: HistoryAppend | undefined): void => {
    if (append === undefined) return;
    history.append(row, append);
    room.make(row.owner, append.keep);
  };
  return {
    insert: (head, append, restored) => {
      const replaced = rows.find(head.id);
      if (replaced !== undefined && !mayBeReplaced(replaced, restored)) return 'taken';
      const columns = columnsOf(head);
      const refused = room.findInsertRefusal(ownerName(head), { headBytes: columns.head_bytes, replaced }, append.keep);
      if (refused !== undefined) return refused;
      if (replaced !== undefined) rows.remove(replaced);
      const added = rows.add(columns, { owner: room.numberOf(ownerName(head)), dropped: restored?.dropped });
      history.append(added, append);
      tombstones.remove(head.id);
      room.make(added.owner, append.keep);
      return 'inserted';
    },
    head: (id) => found(rows.findHead(id), id),
    get: (id) => {
      const row = rows.find(id);
      return row === undefined ? undefined : wholeSession(row, history.read(row.position));
    },
    touch: (id, { at, expiresAt }, append) => {
      const row = rows.use(id, at, expiresAt);
      if (row === undefined) return found(rows.findHead(id), id);
      keepEntries(row, append);
      return headOf(row, id);
    },
    replace: (next, expected, append) => {
      const row = rows.find(next.id);
      if (row === undefined || !matches(row, expected)) return false;
      rows.change(next);
      keepEntries(row, append);
      return true;
    },
    remove: (id, expected, tombstone) => {
      const row = rows.find(id);
      if (row === undefined || !matches(row, expected)) return false;
      rows.remove(row);
      if (tombstone !== undefined) tombstones.add(id, tombstone);
      return true;
    },
    tombstone: tombstones.find,
    forgetTombstones: tombstones.forget,
    claimSweep: (at, everyMs) => claimSweep.run(at + everyMs, at, at + everyMs).changes > 0,
    list: createListing(database),
    count: room.count,
  };
}

function found(row: HeadRow | undefined, id: string) {
  return row === undefined ? undefined : headOf(row, id);
}

function createTombstoneRows(database: DatabaseSync) {
  const find = database.prepare('SELECT * FROM tombstones WHERE id = ?');
  const add = database.prepare('INSERT OR REPLACE INTO tombstones VALUES (?, ?, ?)');
  const drop = database.prepare('DELETE FROM tombstones WHERE id = ?');
  const forget = database.prepare(
    'DELETE FROM tombstones WHERE id IN (SELECT id FROM tombstones WHERE forget_at <= ? LIMIT ?)',
  );
  return {
    find: (id: string): Tombstone | undefined => {
      const row = find.get(JSON.stringify(id));
      return row === undefined ? undefined : { expiredAt: Number(row.expired_at), forgetAt: Number(row.forget_at) };
    },
    add: (id: string, { expiredAt, forgetAt }: Tombstone) => void add.run(JSON.stringify(id), expiredAt, forgetAt),
    remove: (id: string) => void drop.run(JSON.stringify(id)),
    forget: (before: number, limit: number) => Number(forget.run(before, limit).changes),
  };
}

function createListing(database: DatabaseSync): (query: StoreQuery) => StorePage {
  const prepared = new Map<string, StatementSync>();
  const all = (text: string, values: readonly SQLInputValue[]) => {
    const statement = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, statement);
    return statement.all(...values) as unknown as readonly StoredHeadRow[];
  };
  return (query) => {
    if (Number.isNaN(Number(query.after ?? 0))) return { sessions: [] };
    const { isWanted, newestFirst = false } = query;
    const [where, values] = conditionsOf(query);
    const order = `ORDER BY position ${newestFirst ? 'DESC' : 'ASC'}`;
    const heads = `SELECT position, ${headColumns.join(', ')} FROM sessions`;
    const ids = 'SELECT position, id FROM sessions';
    const found = all(`${isWanted ? ids : heads} WHERE ${where} ${order} LIMIT ?`, [...values, rowsToRead(query)]);
    const { rows, ...page } = selectPage(found, query);
    const positions = JSON.stringify(rows.map(({ position }) => position));
    const read = isWanted
      ? all(`${heads} WHERE position IN (SELECT value FROM json_each(?)) ${order}`, [positions])
      : rows;
    return { sessions: read.map((row) => headOf(row)), ...page };
  };
}

function conditionsOf(query: StoreQuery): readonly [where: string, values: readonly SQLInputValue[]] {
  const { after, newestFirst = false } = query;
  const conditions: readonly (readonly [string, SQLInputValue | undefined])[] = [
    [
      `position ${newestFirst ? '<' : '>'} ?`,
      after === undefined && newestFirst ? Number.MAX_SAFE_INTEGER : Number(after ?? 0),
    ],
    ['task_id = ?', asText(query.taskId)],
    ['state = ?', query.state],
    ['parent_task_id = ?', asText(query.parentTaskId)],
    ['expires_at <= ?', query.expiredBefore],
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  return [given.map(([condition]) => condition).join(' AND '), given.map(([, value]) => value as SQLInputValue)];
}

function asText(id: string | undefined): string | undefined {
  return id === undefined ? undefined : JSON.stringify(id);
}
