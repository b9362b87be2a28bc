import { SessionError } from '../errors.ts';

/** SQLite result codes (https://www.sqlite.org/rescode.html) that indicate an untrustworthy file. */
const damaged: ReadonlyMap<number, string> = new Map([
  [11, 'its content is damaged'],
  [26, 'it is not a SQLite database'],
]);

/** Result codes for conditions that may be temporary or can be repaired. */
const unavailable: ReadonlyMap<number, string> = new Map([
  [5, 'another process has kept it locked for too long'],
  [6, 'another process has kept it locked for too long'],
  [8, 'it cannot be written to'],
  [10, 'the disk reports an error'],
  [13, 'the disk is full'],
  [14, 'it cannot be opened'],
  [23, 'access is denied'],
]);

/** Converts SQLite errors into this package's errors, which suggest a remedy; leaves other errors unchanged. */
export function explainSqliteError(error: unknown, file: string): unknown {
  const options = { cause: error };
  const code = sqliteCode(error);
  if (code === undefined) {
    const isSystemError = error instanceof Error && 'syscall' in error;
    return isSystemError
      ? new SessionError('STORE_UNAVAILABLE', { store: file, problem: error.message }, options)
      : error;
  }
  const damage = damaged.get(code);
  if (damage !== undefined) return new SessionError('STORE_DAMAGED', { store: file, problem: damage }, options);
  const problem = unavailable.get(code) ?? (error as Error).message;
  return new SessionError('STORE_UNAVAILABLE', { store: file, problem }, options);
}

/** Returns the primary result code: the lowest byte of the extended code. */
function sqliteCode(error: unknown): number | undefined {
  const isSqlite = error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
  return isSqlite && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
