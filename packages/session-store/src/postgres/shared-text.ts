import { SessionError } from '../errors.ts';
import type { Announcer } from './announcement.ts';
import type { OpenedPool } from './pool/opened-pool.ts';
import { explained } from './pool/postgres-errors.ts';
import { createValues } from './statements/statement-parts.ts';

/** Text shared by several processes. */
export interface SharedText {
  /** Location of the text, for use in messages. */
  readonly name: string;
  /** Reads the text; `undefined` if no text has been stored yet. @throws {SessionError} STORE_UNAVAILABLE */
  readonly read: () => Promise<string | undefined>;
  /**
   * Reads, changes and writes the text atomically. `change` returns the new text, or `undefined` to leave it unchanged;
   * it may be called again, so it must have no side effects. Errors that it throws are passed on, and nothing is
   * written.
   *
   * @returns True if something was written, and the text afterwards.
   * @throws {SessionError} STORE_UNAVAILABLE
   */
  readonly update: (
    change: (text: string | undefined) => string | undefined,
  ) => Promise<{ readonly changed: boolean; readonly text: string | undefined }>;
}

/** Maximum number of attempts for an update that conflicts with updates made by other processes. */
const maxAttempts = 100;

/** Opens the shared text with the given name. */
export function openSharedText({ pool, schema, place }: OpenedPool, announcer: Announcer, name: string): SharedText {
  const read = async (): Promise<{ readonly version: string; readonly text: string } | undefined> =>
    (await pool.query(`SELECT version, text FROM ${schema}.texts WHERE name = $1`, [name])).rows[0];
  const write = async (version: string, text: string): Promise<boolean> => {
    const { values, value } = createValues();
    const { rowCount } = await pool.query(
      `WITH written AS (
        INSERT INTO ${schema}.texts AS t (name, version, text)
        VALUES (${value(name, 'text')}, ${value(version, 'bigint')} + 1, ${value(text, 'text')})
        ON CONFLICT (name) DO UPDATE SET version = EXCLUDED.version, text = EXCLUDED.text
          WHERE t.version = ${value(version, 'bigint')} RETURNING 1)
      SELECT ${announcer.announce(value, { kind: 'text', key: name })} FROM written`,
      values,
    );
    return rowCount === 1;
  };
  const row = explained({ read, write }, place);
  const update: SharedText['update'] = async (change) => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const now = await row.read();
      const next = change(now?.text);
      if (next === undefined || next === now?.text) return { changed: false, text: now?.text };
      if (await row.write(now?.version ?? '0', next)) return { changed: true, text: next };
    }
    const problem = `concurrent changes to '${name}' interfered with each of ${maxAttempts} attempts to write it`;
    throw new SessionError('STORE_UNAVAILABLE', { store: place, problem });
  };
  return { name: `${name} in ${place}`, read: async () => (await row.read())?.text, update };
}
