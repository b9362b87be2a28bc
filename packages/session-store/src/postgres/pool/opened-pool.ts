import type { Pool } from 'pg';

/** Connections to a database whose schema is current. */
export interface OpenedPool {
  readonly pool: Pool;
  /** Name of the schema. */
  readonly name: string;
  /** The quoted schema name, for statements. */
  readonly schema: string;
  /** Server, database and schema, without user or password; for messages. */
  readonly place: string;
}
