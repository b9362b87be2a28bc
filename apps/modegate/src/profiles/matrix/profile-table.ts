import type { CapabilityCell } from './capability-cell.ts';
import type { ProfileColumn, ProfileMatrix } from './profile-matrix.ts';

/**
 * Profiles arranged in columns for display: profiles with the same permissions share a column, and servers with the
 * same permissions share a row.
 */
export interface ProfileTable {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}

/** Profiles for one agent and start folder that have the same permissions, or modes that do. */
export interface TableColumn {
  /** Agent with its start folder, such as `apps/web:codex`; `modes` for a column of modes. */
  readonly agent: string;
  /** Name of the first profile within its agent, and the number of others: `plan +2`. */
  readonly label: string;
  /** Full names. */
  readonly names: readonly string[];
  /** Reason why the agent does not start. */
  readonly fault?: string;
  /** Cells in the order of the rows. */
  readonly cells: readonly CapabilityCell[];
}

/** A row of a table. */
export interface TableRow {
  readonly title: string;
  /** Cells in the order of the columns. */
  readonly cells: readonly CapabilityCell[];
}

/** Arranges profiles after other columns that have cells for the same rows. */
export function profileTable({ rows, columns }: ProfileMatrix, others: readonly TableColumn[] = []): ProfileTable {
  const merged = [...others, ...columns.map(columnOf)];
  const groups = [...Map.groupBy(merged, columnKey).values()].flatMap(([first, ...same]) =>
    first === undefined ? [] : [mergeColumns(first, same)],
  );
  return { columns: groups, rows: mergeRows(rows, groups) };
}

function columnOf({ agent, profile, cells }: ProfileColumn): TableColumn {
  const shown = profile.folder === undefined ? agent.name : `${profile.folder}:${agent.name}`;
  const { doesNotStart: fault } = profile;
  return {
    agent: shown,
    label: profile.name.slice(shown.length + 1) || 'session',
    names: [profile.name],
    ...(fault !== undefined && { fault: `${fault.file}:${fault.line}: ${fault.message}` }),
    cells,
  };
}

function columnKey({ agent, fault, cells }: TableColumn): string {
  return JSON.stringify([agent, fault, cells.map(({ words }) => words)]);
}

function mergeColumns(first: TableColumn, same: readonly TableColumn[]): TableColumn {
  if (same.length === 0) return first;
  const names = [first, ...same].flatMap((one) => one.names);
  return { ...first, label: `${first.label} +${same.length}`, names };
}

/** Merges the rows for servers that have the same permissions in every column. */
function mergeRows(rows: ProfileMatrix['rows'], columns: readonly TableColumn[]): readonly TableRow[] {
  const all = rows.map((row, index) => ({ row, cells: columns.flatMap(({ cells }) => cells[index] ?? []) }));
  const groups = Map.groupBy(all, ({ row, cells }) =>
    row.server === undefined ? row.id : JSON.stringify(cells.map(({ words }) => words)),
  );
  return [...groups.values()].flatMap(([first, ...same]) => {
    if (first === undefined) return [];
    const title = same.length === 0 ? first.row.title : `${first.row.title} +${same.length}`;
    return [{ title, cells: first.cells }];
  });
}

/** Describes which profiles share a column, and which profiles do not start. */
export function describeColumns(columns: readonly TableColumn[]): readonly string[] {
  return columns.flatMap(({ names, fault, ...column }) => [
    ...(names.length > 1 ? [`${titleOf(column)}: ${names.join(', ')}`] : []),
    ...(fault === undefined ? [] : [`${names.join(', ')} does not start: ${fault}`]),
  ]);
}

/** Title of a column on one line: `claude-code`, `opencode plan +2`. */
export function titleOf({ agent, label }: Pick<TableColumn, 'agent' | 'label'>): string {
  return label === 'session' ? agent : `${agent} ${label}`;
}
