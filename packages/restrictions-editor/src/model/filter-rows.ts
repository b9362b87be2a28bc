import { decisionState } from './decision-state.ts';
import type { RowSubject, ServerRow, ToolRow } from './permission-rows.ts';

/** Filters that can be applied to the tools. */
export const rowFilters = ['all', 'allowed', 'asks', 'denied', 'new'] as const;

/** One of the filters. */
export type RowFilter = (typeof rowFilters)[number];

/** A filter with a search. */
export interface RowQuery {
  readonly filter: RowFilter;
  /** Words that must all occur in the server name, tool name or description; case is ignored. */
  readonly search: string;
}

/** One line of the tree. */
export type TreeLine =
  | {
      readonly kind: 'server';
      readonly row: ServerRow;
      readonly isExpanded: boolean;
      readonly visibleTools: number;
      readonly position: number;
      readonly siblings: number;
    }
  | { readonly kind: 'tool'; readonly row: ToolRow; readonly position: number; readonly siblings: number };

/**
 * Returns the servers and tools that match the query. A server is retained if one of its tools matches, or if the
 * server itself matches the search.
 */
export function filterRows(rows: readonly ServerRow[], { filter, search }: RowQuery): readonly ServerRow[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0 && filter === 'all') return rows;
  return rows.flatMap((row) => {
    const tools = row.tools.filter((tool) => passes(tool, filter) && matches(tool, words));
    const isFound = tools.length > 0 || (row.tools.length === 0 && passes(row, filter) && matches(row, words));
    return isFound ? [{ ...row, tools }] : [];
  });
}

/** Returns the lines of the tree from top to bottom. */
export function treeLines(rows: readonly ServerRow[], isExpanded: (server: string) => boolean): readonly TreeLine[] {
  return rows.flatMap((row, index): readonly TreeLine[] => {
    const expanded = isExpanded(row.server);
    const server: TreeLine = {
      kind: 'server',
      row,
      isExpanded: expanded,
      visibleTools: row.tools.length,
      position: index + 1,
      siblings: rows.length,
    };
    if (!expanded) return [server];
    return [
      server,
      ...row.tools.map(
        (tool, place): TreeLine => ({ kind: 'tool', row: tool, position: place + 1, siblings: row.tools.length }),
      ),
    ];
  });
}

/** Returns the subjects of a bulk action: the tools in the visible rows, and servers without tools. */
export function visibleSubjects(rows: readonly ServerRow[]): readonly RowSubject[] {
  return rows.flatMap((row): readonly RowSubject[] =>
    row.tools.length === 0 ? [{ server: row.server }] : row.tools.map(({ server, tool }) => ({ server, tool })),
  );
}

/** Counts the tools that match each filter. */
export function countRows(rows: readonly ServerRow[]): Readonly<Record<RowFilter, number>> {
  const tools = rows.flatMap((row) => row.tools);
  const count = (filter: RowFilter) => tools.filter((tool) => passes(tool, filter)).length;
  return Object.fromEntries(rowFilters.map((filter) => [filter, count(filter)])) as Record<RowFilter, number>;
}

function passes(row: ServerRow | ToolRow, filter: RowFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'new':
      return row.tool !== undefined && row.isNew;
    default:
      return decisionState(row.decision) === filter;
  }
}

function matches(row: ServerRow | ToolRow, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = `${row.server} ${row.tool ?? ''} ${row.tool === undefined ? '' : (row.description ?? '')}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
