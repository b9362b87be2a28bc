import pg from 'pg';
import { invalidValue } from '../../values/invalid-value.ts';
import { migrate } from './migrate.ts';
import type { OpenedPool } from './opened-pool.ts';
import type { PostgresOptions } from './postgres-options.ts';

/**
 * Connects and migrates the schema; if several processes start simultaneously, one migrates and the others wait.
 * @throws {SessionError} VALUE_INVALID for an unusable schema name, STORE_TOO_NEW, STORE_UNSUITABLE; otherwise errors
 * from `pg`.
 */
export async function openPool(options: PostgresOptions): Promise<OpenedPool> {
  const { schema: name = 'modegate', maxConnections = 10 } = options;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name))
    throw invalidValue('schema', 'lower-case letters, digits and underscores, at most 63', `'${name.slice(0, 80)}'`);
  const pool = new pg.Pool({
    ...connectionOptions(options),
    max: maxConnections,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
  });
  // If an idle connection breaks, it is replaced the next time a connection is needed; if a connection in use breaks,
  // its next statement fails.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const opened = { pool, name, schema: `"${name}"`, place: describePlace(options) };
  try {
    await migrate(opened);
    return opened;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/**
 * Maximum lifetime of a connection. It limits the age of prepared statements, whose plans reflect the tables at the
 * time of preparation.
 */
const MAX_LIFETIME_SECONDS = 600;

/** Grace period after a time-out before the connection is considered dead. */
const GRACE_MS = 2_000;

/** Returns the options for every connection. */
export function connectionOptions({
  connectionString,
  password,
  timeoutMs = 10_000,
}: PostgresOptions): pg.ClientConfig {
  return {
    connectionString: password === undefined ? connectionString : withPassword(connectionString, password),
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs + GRACE_MS,
    keepAlive: true,
    application_name: 'modegate',
  };
}

function withPassword(connectionString: string, password: string): string {
  if (!URL.canParse(connectionString)) return connectionString;
  const url = new URL(connectionString);
  if (url.password === '') url.password = encodeURIComponent(password);
  return url.href;
}

/** Describes a store without revealing secrets. */
export function describePlace({ connectionString, schema = 'modegate' }: PostgresOptions): string {
  try {
    const { host, pathname } = new URL(connectionString);
    return `PostgreSQL at ${host}${pathname}, schema ${schema}`;
  } catch {
    return `PostgreSQL, schema ${schema}`;
  }
}
