import type { SessionHead } from '../session.ts';
import { type HeadRow, headOf } from '../sql/session-row.ts';
import { createBatcher } from './batcher.ts';

/** Maximum number of ids per statement. */
const most = 200;

/** Loads heads by id; ids requested while a statement is running are loaded together by the next statement. */
export function createSessionLoader(
  readRows: (ids: readonly string[]) => Promise<readonly HeadRow[]>,
): (id: string) => Promise<SessionHead | undefined> {
  const read = async (ids: readonly string[]) => {
    const found = new Map(
      (await readRows([...new Set(ids)])).map((row): [string, HeadRow] => [JSON.parse(row.id), row]),
    );
    return (id: string) => {
      const row = found.get(id);
      return row && headOf(row, id);
    };
  };
  return createBatcher<string, SessionHead | undefined>(read, { most });
}
