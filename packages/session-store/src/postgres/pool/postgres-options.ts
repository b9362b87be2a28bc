/** Where sessions live in PostgreSQL, and how it is used. */
export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`; what it leaves out comes from the variables of libpq, such as PGPASSWORD. */
  readonly connectionString: string;
  /** Used where `connectionString` has none. */
  readonly password?: string | undefined;
  /** The schema that holds the tables; it is made when it is not there. Default `modegate`. */
  readonly schema?: string;
  /** Connections at a time. Default 10. */
  readonly maxConnections?: number;
  /** How long one statement, or the wait for a connection, may take. Default 10 000. */
  readonly timeoutMs?: number;
  /** Called with the number of decisions that were lost after their answer, and the reason; must not throw. */
  readonly onLost?: ((decisions: number, error: unknown) => void) | undefined;
}
