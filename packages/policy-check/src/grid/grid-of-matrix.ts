import { formatRule } from '@modegate/mode-core';
import { findTool } from '@modegate/mode-core/tools';
import { describeRow } from '../diff/describe-diff.ts';
import type { PermissionMatrix, PermissionRow, PermissionSubject } from '../matrix/permission-row.ts';
import { formatSubject, subjectKey } from '../matrix/subjects.ts';
import type { Grid, GridCell, GridColumn, GridLine, GridSection } from './grid.ts';

/** Limits and choices for {@link gridOfMatrix}. */
export interface GridOptions {
  /** Titles and sources by slug. Default: the slug serves as the title. */
  readonly columns?: readonly GridColumn[] | undefined;
  /** If true, omits tools that only older agents have. Default: false. */
  readonly omitRetired?: boolean | undefined;
  /** Maximum number of columns. Default: no limit. */
  readonly maxColumns?: number | undefined;
  /** Maximum number of lines. Default: no limit. */
  readonly maxLines?: number | undefined;
}

/** Turns a matrix into a grid with one column per mode and one line per subject. A pure function. */
export function gridOfMatrix({ modes, rows }: PermissionMatrix, options: GridOptions = {}): Grid {
  const { columns = [], omitRetired = false, maxColumns = modes.length, maxLines = Number.POSITIVE_INFINITY } = options;
  const shown = modes.slice(0, maxColumns);
  const shownRows = omitRetired ? rows.filter((row) => !isRetired(row)) : rows;
  const lines = [...Map.groupBy(shownRows, ({ subject }) => subjectKey(subject)).values()];
  return {
    columns: shown.map((id) => columns.find((column) => column.id === id) ?? { id, title: id }),
    sections: sectionsOf(lines.slice(0, maxLines), shown),
    left: { columns: modes.length - shown.length, lines: Math.max(0, lines.length - maxLines) },
  };
}

function isRetired({ subject }: PermissionRow): boolean {
  return subject.kind === 'tool' && findTool(subject.tool)?.retired === true;
}

function sectionsOf(lines: readonly (readonly PermissionRow[])[], modes: readonly string[]): readonly GridSection[] {
  const sections = new Map<string, GridSection & { readonly lines: GridLine[] }>();
  for (const rows of lines) {
    const [first] = rows;
    if (first === undefined) continue;
    const place = sectionOf(first.subject);
    const key = JSON.stringify(place);
    const section = sections.get(key) ?? { ...place, lines: [] };
    sections.set(key, section);
    section.lines.push(lineOf(first.subject, rows, modes));
  }
  return [...sections.values()];
}

function sectionOf(subject: PermissionSubject): Omit<GridSection, 'lines'> {
  if ('server' in subject) return { kind: 'server', id: subject.server };
  if (subject.kind === 'tool') return { kind: 'group', id: findTool(subject.tool)?.group ?? 'always' };
  if (subject.kind === 'command' || subject.kind === 'other-commands') return { kind: 'group', id: 'command' };
  return { kind: 'other', id: subject.kind === 'group' ? 'groups' : 'servers' };
}

function lineOf(subject: PermissionSubject, rows: readonly PermissionRow[], modes: readonly string[]): GridLine {
  const byMode = new Map(rows.map((row) => [row.mode, row]));
  const target = targetOf(subject);
  return {
    label: labelOf(subject),
    ...(target === undefined ? {} : { target }),
    cells: modes.map((mode) => cellOf(byMode.get(mode))),
  };
}

/** Returns the label used within the section, without the name of the server. */
function labelOf(subject: PermissionSubject): string {
  if (subject.kind === 'mcp-tool') return subject.tool;
  if (subject.kind === 'mcp-resources') return 'resources';
  if (subject.kind === 'command') return subject.command;
  return subject.kind === 'mcp-other-tools' ? 'other tools' : formatSubject(subject);
}

/** Returns a string that represents the subject and that `readQuestion` can parse. */
function targetOf(subject: PermissionSubject): string | undefined {
  if (subject.kind === 'tool' || subject.kind === 'mcp-tool') return formatSubject(subject);
  return subject.kind === 'mcp-resources' ? `${subject.server}/` : undefined;
}

function cellOf(row: PermissionRow | undefined): GridCell {
  if (row === undefined) return { state: 'denied', reason: '' };
  const reason = row.reason ?? formatRule(row.by);
  const isBare = row.state === 'asks' && row.conditions.length === 0;
  if (row.state === 'denied' || row.state === 'allowed' || isBare) return { state: row.state, reason };
  return { state: row.state, reason, confinement: describeRow(row) };
}
