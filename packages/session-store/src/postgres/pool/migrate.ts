import type { Pool, PoolClient } from 'pg';
import { SessionError } from '../../errors.ts';
import { postgresMigrations } from './migrations.ts';
import type { OpenedPool } from './opened-pool.ts';
import { inTransaction } from './transaction.ts';

/** An arbitrary number that other programs are unlikely to lock. */
const migrationLock = 7_164_021_033;

/** PostgreSQL 14, in the form of `server_version_num`. */
const oldestServer = 140_000;

/**
 * Brings the schema up to date. @throws {SessionError} STORE_TOO_NEW, STORE_UNSUITABLE; in these cases nothing was
 * changed.
 */
export async function migrate(opened: OpenedPool): Promise<void> {
  const { pool, place } = opened;
  await requireServer(pool, place);
  await inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    const found = await findVersion(client, opened);
    if (found > postgresMigrations.length)
      throw new SessionError('STORE_TOO_NEW', { store: place, found, supported: postgresMigrations.length });
    // If the schema is current, no permission to change the schema is needed.
    if (found < postgresMigrations.length) await bringUpToDate(client, found, opened);
  });
}

async function requireServer(pool: Pool, store: string): Promise<void> {
  const { rows } = await pool.query<{ readonly number: number; readonly name: string }>(
    "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name",
  );
  const [version] = rows;
  if (version !== undefined && version.number >= oldestServer) return;
  const problem = `the server is PostgreSQL ${version?.name ?? 'of no version'}, but version 14 or later is required`;
  throw new SessionError('STORE_UNSUITABLE', { store, problem });
}

/** Reads the version of the schema; returns 0 if there is no schema. */
async function findVersion(client: PoolClient, { name: schemaName, schema, place }: OpenedPool): Promise<number> {
  const { rows } = await client.query<{ readonly name: string }>(
    'SELECT relname AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = $1',
    [schemaName],
  );
  const names = new Set(rows.map(({ name }) => name));
  if (names.size === 0) return 0;
  const foreign = (problem: string) => new SessionError('STORE_UNSUITABLE', { store: place, problem });
  if (!names.has('schema_version') || !names.has('tombstones'))
    throw foreign('another program keeps its tables in that schema. Choose a different schema');
  const { rows: versions } = await client.query(`SELECT * FROM ${schema}.schema_version`);
  const version: unknown = versions[0]?.version;
  if (typeof version === 'number') return version;
  throw foreign('its schema_version table does not contain the version of the tables');
}

async function bringUpToDate(client: PoolClient, found: number, { name, schema }: OpenedPool): Promise<void> {
  if (found === 0) {
    const { rows } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [name]);
    // Creating a schema, even one that already exists, would require the permission to create schemas.
    if (rows.length === 0) await client.query(`CREATE SCHEMA ${schema}`);
    await client.query(`CREATE TABLE ${schema}.schema_version (version INTEGER NOT NULL)`);
  }
  for (const migration of postgresMigrations.slice(found)) await client.query(migration.replaceAll('$schema', schema));
  await client.query(`DELETE FROM ${schema}.schema_version`);
  await client.query(`INSERT INTO ${schema}.schema_version VALUES ($1)`, [postgresMigrations.length]);
}
