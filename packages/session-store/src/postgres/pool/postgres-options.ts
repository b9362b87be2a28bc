/** Options of a store in PostgreSQL. */
export interface PostgresOptions {
  /**
   * `postgres://user:password@host:port/database`; omitted parts come from the variables of libpq, such as PGPASSWORD.
   */
  readonly connectionString: string;
  /** Used if `connectionString` has none. */
  readonly password?: string | undefined;
  /** The schema that holds the tables; it is made when it is not there. Default `modegate`. */
  readonly schema?: string;
  /** Connections at a time. Default 10. */
  readonly maxConnections?: number;
  /** Time limit of a statement, or of the wait for a connection. Default 10 000. */
  readonly timeoutMs?: number;
  /** Called with the number of decisions lost after their answer, and the reason; must not throw. */
  readonly onLost?: ((decisions: number, error: unknown) => void) | undefined;
}
