import type { Pool } from 'pg';

/** Connections to tables that are up to date. */
export interface OpenedPool {
  readonly pool: Pool;
  /** The name of the schema. */
  readonly name: string;
  /** The same in quotes, for statements. */
  readonly schema: string;
  /** Server, database and schema, without user and password; for messages. */
  readonly place: string;
}
