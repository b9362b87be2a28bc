import { maxExaminedIds, type StoreQuery } from '../store.ts';

/** A row with its position in insertion order; its id is JSON. */
export interface PositionedRow {
  readonly id: string;
  readonly position: number | string;
}

/** Rows of one page, and the position to continue from. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly next?: string;
}

/** Number of rows to read for one page: one more than needed, to detect whether more rows follow. */
export function rowsToRead({ limit, isWanted }: StoreQuery): number {
  return (isWanted === undefined ? limit : maxExaminedIds) + 1;
}

/** Creates a page from rows in traversal order; the caller reads {@link rowsToRead} rows for the page. */
export function selectPage<Row extends PositionedRow>(read: readonly Row[], query: StoreQuery): RowPage<Row> {
  const { limit, isWanted } = query;
  const looked = read.slice(0, rowsToRead(query) - 1);
  const rows: Row[] = [];
  let last: Row | undefined;
  for (const row of looked) {
    if (rows.length === limit) return { rows, next: String(last?.position) };
    if (isWanted === undefined || isWanted(JSON.parse(row.id))) rows.push(row);
    last = row;
  }
  return { rows, ...(read.length > looked.length && last !== undefined && { next: String(last.position) }) };
}
