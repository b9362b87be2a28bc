import pg from 'pg';
import { SessionError } from '../errors.ts';
import { invalidValue } from '../values/invalid-value.ts';
import { migrations } from './migrations.ts';
import type { PostgresOptions } from './postgres-options.ts';

/** Connections to tables that are up to date. */
export interface OpenPool {
  readonly pool: pg.Pool;
  /** The quoted name of the schema. */
  readonly schema: string;
  /** Server, database and schema, without user and password; for messages. */
  readonly place: string;
}

/** Any number that nothing else is likely to lock. */
const migrationLock = 7_164_021_033;

/**
 * Connects and brings the tables up to date; of several processes that do so at once, one does it and the others wait.
 * @throws {SessionError} VALUE_INVALID for an unusable schema name, STORE_TOO_NEW; what `pg` throws otherwise.
 */
export async function openPool(options: PostgresOptions): Promise<OpenPool> {
  const { connectionString, schema: name = 'modegate', maxConnections = 10, timeoutMs = 10_000 } = options;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name))
    throw invalidValue('schema', 'lower-case letters, digits and underscores, at most 63', `'${name.slice(0, 80)}'`);
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    application_name: 'modegate',
  });
  // A connection that breaks while nobody uses it is replaced at the next use.
  pool.on('error', () => undefined);
  const opened = { pool, schema: `"${name}"`, place: describePlace(connectionString, name) };
  try {
    await migrate(opened);
    return opened;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Where a store is, without what is secret. */
export function describePlace(connectionString: string, schema = 'modegate'): string {
  try {
    const { host, pathname } = new URL(connectionString);
    return `PostgreSQL at ${host}${pathname}, schema ${schema}`;
  } catch {
    return `PostgreSQL, schema ${schema}`;
  }
}

async function migrate({ pool, schema, place }: OpenPool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await client.query(`CREATE TABLE IF NOT EXISTS ${schema}.schema_version (version INTEGER NOT NULL)`);
    const { rows } = await client.query<{ readonly version: number }>(`SELECT version FROM ${schema}.schema_version`);
    const found = rows[0]?.version ?? 0;
    if (found > migrations.length)
      throw new SessionError('STORE_TOO_NEW', { store: place, found, supported: migrations.length });
    for (const migration of migrations.slice(found)) await client.query(migration.replaceAll('$schema', schema));
    await client.query(`DELETE FROM ${schema}.schema_version`);
    await client.query(`INSERT INTO ${schema}.schema_version VALUES ($1)`, [migrations.length]);
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    // Ending the connection undoes what it had begun.
    client.release(true);
    throw error;
  }
}
