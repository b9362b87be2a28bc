/** Options of a store in PostgreSQL. */
export interface PostgresOptions {
  /**
   * `postgres://user:password@host:port/database`; omitted parts come from the variables of libpq, such as PGPASSWORD.
   */
  readonly connectionString: string;
  /** Used if `connectionString` contains no password. */
  readonly password?: string | undefined;
  /** The schema that contains the tables; created if it does not exist. Default `modegate`. */
  readonly schema?: string;
  /** Maximum number of simultaneous connections. Default 10. */
  readonly maxConnections?: number;
  /** Time limit in milliseconds for a statement, or for waiting for a connection. Default 10 000. */
  readonly timeoutMs?: number;
  /** Called with the number of decisions lost after their calls were answered, and the reason; must not throw. */
  readonly onLost?: ((decisions: number, error: unknown) => void) | undefined;
}
