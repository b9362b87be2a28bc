import type { PermissionMatrix, PermissionRow } from '@modegate/policy-check/permissions';
import { capabilities } from './capabilities.ts';
import type { CapabilityCell } from './capability-cell.ts';
import type { ProfileRow } from './profile-matrix.ts';
import type { TableColumn } from './profile-table.ts';

/** Arranges modes as columns next to profiles. */
export function modeColumns({ modes, rows }: PermissionMatrix, lines: readonly ProfileRow[]): readonly TableColumn[] {
  const byMode = Map.groupBy(rows, ({ mode }) => mode);
  return modes.map((mode) => ({
    agent: 'modes',
    label: mode,
    names: [mode],
    cells: lines.map((line) => cellOf(line, byMode.get(mode) ?? [])),
  }));
}

function cellOf(line: ProfileRow, rows: readonly PermissionRow[]): CapabilityCell {
  const tools = capabilities.find(({ id }) => id === line.id)?.modeTools ?? [];
  const own = rows.filter(({ subject }) =>
    subject.kind === 'tool'
      ? tools.includes(subject.tool)
      : line.server === undefined
        ? line.id === 'other-servers' && subject.kind === 'mcp-other-servers'
        : 'server' in subject && subject.server === line.server,
  );
  const [state, ...others] = new Set(own.map((row) => row.state));
  if (state === undefined) return { state: 'not-offered', word: '', words: [], tools: [] };
  const isOne = others.length === 0 && state !== 'limited';
  const word = isOne ? words[state] : 'partly';
  return { state: isOne ? state : 'limited', word, words: [word], tools: [] };
}

const words: Readonly<Record<PermissionRow['state'], string>> = {
  allowed: 'allowed',
  limited: 'partly',
  asks: 'asks',
  unknown: 'unknown',
  denied: 'denied',
};
