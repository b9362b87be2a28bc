import { setTimeout as delay } from 'node:timers/promises';
import type { SharedText } from '@modegate/session-store/postgres';
import { type StateText, TextFileError } from '@modegate/text-files';

/** Number of attempts to read while the database is unreachable, and the delay between them. */
const READS = 5;
const BETWEEN_READS_MS = 300;

/** Wraps text stored in the database, so that access errors resemble those for a file. */
export function sharedStateText(shared: SharedText): StateText {
  const { name } = shared;
  const read = async (attempt = 1): Promise<string | undefined> => {
    try {
      return await shared.read();
    } catch (cause) {
      if (attempt < READS) return delay(BETWEEN_READS_MS).then(() => read(attempt + 1));
      const reason = messageOf(cause);
      throw new TextFileError('FILE_UNREADABLE', `${name} cannot be read: ${reason}`, {
        data: { file: name, reason },
        cause,
      });
    }
  };
  return {
    name,
    read: () => read(),
    update: async (change) => {
      try {
        return await shared.update(change);
      } catch (cause) {
        if (!isStoreError(cause)) throw cause;
        const reason = messageOf(cause);
        const message = `${name} was not written: ${reason}`;
        throw new TextFileError('FILE_WRITE_FAILED', message, { data: { file: name, reason }, cause });
      }
    },
  };
}

function isStoreError(error: unknown): boolean {
  return error instanceof Error && error.name === 'SessionError';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
