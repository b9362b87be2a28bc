/** Options for a PostgreSQL store. */
export interface PostgresOptions {
  /**
   * `postgres://user:password@host:port/database`; omitted parts are taken from libpq's variables, such as PGPASSWORD.
   */
  readonly connectionString: string;
  /** Used if `connectionString` contains no password. */
  readonly password?: string | undefined;
  /** The schema that contains the tables; created if it does not exist. Default `modegate`. */
  readonly schema?: string;
  /** Maximum number of simultaneous connections. Default 10. */
  readonly maxConnections?: number;
  /** Time limit in milliseconds for a statement, or for waiting for a connection. Default 10,000. */
  readonly timeoutMs?: number;
  /**
   * Called with the number of decisions that were lost after their calls had been answered, and the reason; must not
   * throw.
   */
  readonly onLost?: ((decisions: number, error: unknown) => void) | undefined;
}
