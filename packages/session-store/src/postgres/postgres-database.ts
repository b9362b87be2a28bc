import { randomUUID } from 'node:crypto';
import { deferTouches } from '../sql/deferred-touches.ts';
import type { Store } from '../store.ts';
import { createAnnouncer } from './announcement.ts';
import { type ChangeFeed, type ChangeListener, openChangeFeed } from './change-feed.ts';
import { createInstances, type Instances } from './instances.ts';
import { connectionOptions, describePlace, openPool } from './pool/open-pool.ts';
import { explained, explainPostgresError } from './pool/postgres-errors.ts';
import type { PostgresOptions } from './pool/postgres-options.ts';
import { openSharedText, type SharedText } from './shared-text.ts';
import { createPostgresOperations } from './store-operations.ts';

/** Everything that the instances of a service share in PostgreSQL. */
export interface PostgresDatabase {
  /** Server, database and schema, without user or password; for messages. */
  readonly place: string;
  readonly store: Store;
  /** Returns a shared text by its name. */
  readonly text: (name: string) => SharedText;
  readonly instances: Instances;
  /** Returns the versions of existing sessions, by id. @throws {SessionError} STORE_UNAVAILABLE */
  readonly versionsOf: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Subscribes to changes made by other processes, on a separate connection. */
  readonly follow: (listener: ChangeListener) => ChangeFeed;
  /** Writes pending decisions; resolves when all of them have been stored or have failed. */
  readonly flush: () => Promise<void>;
  /**
   * Writes the deferred decisions, waits for running operations and closes the connections; later calls are rejected.
   */
  readonly close: () => Promise<void>;
}

/**
 * Opens a database, which processes on several machines may share, in PostgreSQL 14 or later; creates missing tables. A
 * connection that breaks is replaced at the next call.
 *
 * @throws {SessionError} VALUE_INVALID for an unusable schema name, STORE_TOO_NEW if a later version created the
 * tables, STORE_UNSUITABLE for a server that is too old or a schema that belongs to another program, STORE_UNAVAILABLE
 * if the server cannot be reached or refuses the connection. Later calls reject with STORE_UNAVAILABLE.
 */
export async function openPostgres(options: PostgresOptions): Promise<PostgresDatabase> {
  const opened = await openPool(options).catch((error: unknown) => {
    throw explainPostgresError(error, describePlace(options));
  });
  const { pool, name, schema, place } = opened;
  const announcer = createAnnouncer(name, randomUUID());
  const versionsOf: PostgresDatabase['versionsOf'] = async (sessionIds) => {
    const { rows } = await pool.query<{ readonly id: string; readonly version: number }>(
      `SELECT id, version FROM ${schema}.sessions WHERE id = ANY($1::text[])`,
      [sessionIds.map((id) => JSON.stringify(id))],
    );
    return new Map(rows.map(({ id, version }) => [JSON.parse(id), version]));
  };
  const deferring = deferTouches(explained(createPostgresOperations(opened, announcer), place), options);
  return {
    place,
    store: deferring.store,
    text: (textName) => openSharedText(opened, announcer, textName),
    instances: explained(createInstances(opened), place),
    ...explained({ versionsOf }, place),
    follow: (listener) =>
      openChangeFeed({
        connection: connectionOptions(options),
        schema: name,
        ownOrigin: announcer.origin,
        ...listener,
      }),
    flush: deferring.flush,
    close: async () => {
      await deferring.close();
      await pool.end();
    },
  };
}

/** A {@link Store} in PostgreSQL. */
export interface PostgresStore extends Store {
  /** Waits for running operations and closes the connections; later calls are rejected. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a {@link Store}, which processes on several machines may share, in PostgreSQL 14 or later; creates missing
 * tables. Every write is one statement. A connection that breaks is replaced at the next call.
 *
 * @throws {SessionError} In the same cases as `openPostgres`.
 */
export async function openPostgresStore(options: PostgresOptions): Promise<PostgresStore> {
  const { store, close } = await openPostgres(options);
  return { ...store, close };
}
