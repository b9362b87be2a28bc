import type { SessionHead } from '../session.ts';
import { type HeadRow, headOf } from '../sql/session-row.ts';
import { createBatcher } from './batcher.ts';

/** The most ids that one statement asks for. */
const most = 200;

interface Asked {
  readonly id: string;
  readonly resolve: (head: SessionHead | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads heads by id; those that are asked for while a statement is under way are read together by the next. */
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

// A head that cannot be read takes no other with it.
function settle(row: HeadRow | undefined, { id, resolve, reject }: Asked): void {
  try {
    resolve(row === undefined ? undefined : headOf(row, id));
  } catch (error) {
    reject(error);
  }
}
