import type { SessionHead } from '../session.ts';
import { type HeadRow, headOf } from '../sql/session-row.ts';

/** The most ids that one statement asks for. */
const maxIds = 200;

interface Asked {
  readonly id: string;
  readonly resolve: (head: SessionHead | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads heads by id, by one statement at a time: what is asked while one is under way is read together by the next. Alone, a read waits for nothing;
 * many together cost one statement instead of as many.
 */
export function createHeadReader(
  readRows: (ids: readonly string[]) => Promise<readonly HeadRow[]>,
): (id: string) => Promise<SessionHead | undefined> {
  let waiting: Asked[] = [];
  let isReading = false;
  const read = async (): Promise<void> => {
    isReading = true;
    while (waiting.length > 0) {
      const asked = waiting.slice(0, maxIds);
      waiting = waiting.slice(maxIds);
      await answer(asked, readRows);
    }
    isReading = false;
  };
  return (id) =>
    new Promise((resolve, reject) => {
      waiting.push({ id, resolve, reject });
      if (!isReading) void read();
    });
}

async function answer(
  asked: readonly Asked[],
  readRows: (ids: readonly string[]) => Promise<readonly HeadRow[]>,
): Promise<void> {
  try {
    const rows = await readRows([...new Set(asked.map(({ id }) => id))]);
    const found = new Map(rows.map((row): [string, HeadRow] => [JSON.parse(row.id), row]));
    for (const { id, resolve, reject } of asked) settle(found.get(id), { id, resolve, reject });
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

// A head that cannot be read takes no other with it.
function settle(row: HeadRow | undefined, { id, resolve, reject }: Asked): void {
  try {
    resolve(row === undefined ? undefined : headOf(row, id));
  } catch (error) {
    reject(error);
  }
}
