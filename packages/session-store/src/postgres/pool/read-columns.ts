import type { BindConfig, Connection, Pool, Submittable } from 'pg';

/** A statement that every connection prepares once, under a name of its own. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/** The columns of a row as PostgreSQL writes them. */
export type Columns = readonly (string | null)[];

/**
 * Runs a statement with text values and returns its rows as texts. This takes two thirds of the processor time of `pool.query`: the server does not
 * describe the columns, and rows do not become objects.
 */
export function readColumns(
  pool: Pool,
  statement: NamedStatement,
  values: NonNullable<BindConfig['values']>,
): Promise<readonly Columns[]> {
  return new Promise((resolve, reject) => {
    pool.connect((failure, client, release) => {
      if (client === undefined) return reject(failure);
      const callback: Callback = (error, rows) => {
        release(error ?? undefined);
        if (error === null) resolve(rows);
        else reject(error);
      };
      client.query(new ColumnsQuery(statement, values, callback));
    });
  });
}

type Callback = (error: Error | null, rows: readonly Columns[]) => void;

/** What `pg` asks of a query: it calls these methods as messages arrive, and replaces `callback` by one that knows of the time-out. */
class ColumnsQuery implements Submittable {
  readonly name: string;
  readonly text: string;
  callback: Callback;
  readonly #values: NonNullable<BindConfig['values']>;
  readonly #rows: Columns[] = [];

  constructor({ name, text }: NamedStatement, values: NonNullable<BindConfig['values']>, callback: Callback) {
    this.name = name;
    this.text = text;
    this.callback = callback;
    this.#values = values;
  }

  submit(connection: Connection): void {
    const { name, text } = this;
    const { stream, parsedStatements } = connection as Connection & Prepared;
    // One write for all messages.
    stream.cork();
    if (parsedStatements[name] === undefined) connection.parse({ name, text, types: [] }, true);
    connection.bind({ statement: name, values: this.#values }, true);
    connection.execute(null, true);
    connection.sync();
    stream.uncork();
  }

  handleDataRow({ fields }: { readonly fields: Columns }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.callback(error, []);
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#rows);
  }
}

/** What `pg` notes of a connection: the texts of the statements that it has prepared, by name. */
interface Prepared {
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
}
