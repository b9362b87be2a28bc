import type { SessionHead } from '../session.ts';
import { type HeadRow, headOf } from '../sql/session-row.ts';
import { createBatcher } from './batcher.ts';

/** Maximum number of ids per statement. */
const most = 200;

interface Asked {
  readonly id: string;
  readonly resolve: (head: SessionHead | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Loads heads by id; ids requested while a statement runs are loaded together by the next statement. */
export function createSessionLoader(
  readRows: (ids: readonly string[]) => Promise<readonly HeadRow[]>,
): (id: string) => Promise<SessionHead | undefined> {
  const read = createBatcher<Asked>((asked) => answer(asked, readRows), { most });
  return (id) => new Promise((resolve, reject) => read({ id, resolve, reject }));
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

// An unreadable head does not affect the others.
function settle(row: HeadRow | undefined, { id, resolve, reject }: Asked): void {
  try {
    resolve(row === undefined ? undefined : headOf(row, id));
  } catch (error) {
    reject(error);
  }
}
