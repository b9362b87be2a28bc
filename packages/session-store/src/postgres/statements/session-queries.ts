import { lists } from '../../sql/lists.ts';
import { rowsToRead } from '../../sql/select-page.ts';
import { headColumns, rowColumns } from '../../sql/session-row.ts';
import type { StoreQuery } from '../../store.ts';
import { createValues, type Statement } from './statement-parts.ts';

/** Selects the head of one session; this takes half as long as selecting a list of one. */
export function headStatement(schema: string, id: string): Statement {
  return {
    text: `SELECT ${headColumns.join(', ')} FROM ${schema}.sessions WHERE id = $1`,
    values: [JSON.stringify(id)],
  };
}

/** Selects the heads of the sessions that exist. */
export function headsStatement(schema: string, ids: readonly string[]): Statement {
  const texts = ids.map((id) => JSON.stringify(id));
  return {
    text: `SELECT ${headColumns.join(', ')} FROM ${schema}.sessions WHERE id = ANY($1::text[])`,
    values: [texts],
  };
}

/** Selects the row of a session, with additional columns. */
export function findStatement(schema: string, id: string, besides: readonly string[] = []): Statement {
  const columns = [...rowColumns, ...besides].join(', ');
  return { text: `SELECT ${columns} FROM ${schema}.sessions WHERE id = $1`, values: [JSON.stringify(id)] };
}

/**
 * Selects a row with each of its lists as a single string, which costs less than a row per entry. An entry before the
 * first entry of its list has been dropped: the statement that dropped it could not see it yet, and the next statement
 * removes it.
 */
export function wholeStatement(schema: string, id: string): Statement {
  const texts = lists.map(
    (list) => `(SELECT string_agg(entry, ',' ORDER BY number) FROM ${schema}.entries
      WHERE entries.position = sessions.position AND list = '${list}' AND number >= ${list}_from) AS ${list}`,
  );
  return findStatement(schema, id, texts);
}

/** Selects the rows of one page plus one more row; selects only their ids if the ids decide which rows are wanted. */
export function listStatement(schema: string, query: StoreQuery): Statement {
  const { isWanted, newestFirst = false } = query;
  const { values, value } = createValues();
  const after = /^\d{1,18}$/.test(query.after ?? '0') ? (query.after ?? firstPosition(newestFirst)) : undefined;
  const conditions = [
    after === undefined ? 'FALSE' : `position ${newestFirst ? '<' : '>'} ${value(after, 'bigint')}`,
    query.taskId !== undefined && `task_id = ${value(JSON.stringify(query.taskId), 'text')}`,
    query.state !== undefined && `state = ${value(query.state, 'text')}`,
    query.parentTaskId !== undefined && `parent_task_id = ${value(JSON.stringify(query.parentTaskId), 'text')}`,
    query.expiredBefore !== undefined && `expires_at <= ${value(query.expiredBefore, 'float8')}`,
  ].filter((condition) => condition !== false);
  const columns = isWanted === undefined ? headColumns : ['id'];
  const text = `SELECT position, ${columns.join(', ')} FROM ${schema}.sessions WHERE ${conditions.join(' AND ')}
    ORDER BY position${newestFirst ? ' DESC' : ''} LIMIT ${value(rowsToRead(query), 'bigint')}`;
  return { text, values };
}

/** Returns a position beyond all others, at the end from which a traversal starts. */
function firstPosition(newestFirst: boolean): string {
  return newestFirst ? '9'.repeat(18) : '0';
}
