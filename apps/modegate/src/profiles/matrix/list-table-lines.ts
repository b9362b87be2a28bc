import { type CellState, cellSigns } from '@modegate/policy-check/permissions';
import { escapeControls, type ReportStyle } from '@modegate/policy-check/reporters';
import { styledAs } from '../../report-style.ts';
import type { CapabilityCell } from './capability-cell.ts';
import { describeColumns, type ProfileTable, type TableColumn, titleOf } from './profile-table.ts';

/** Lists the lines of a table for a terminal; columns that do not fit beside the others are placed below them. */
export function listTableLines(table: ProfileTable, width: number): readonly string[] {
  const titles = table.rows.map(({ title }) => fit(title, maxTitle));
  const room = Math.max(...titles.map(({ length }) => length));
  const columns = table.columns.map((column, index) =>
    textColumn(
      column,
      table.rows.flatMap(({ cells }) => cells[index] ?? []),
    ),
  );
  return [
    ...splitBlocks(columns, width - room).flatMap((block) => [...listBlock(block, titles, room), '']),
    styledAs('faint', legend),
    ...describeColumns(table.columns).map(escapeControls),
    ...describeLimits(table, width),
  ];
}

const maxTitle = 30;
const maxColumn = 22;
const gap = '  ';
const legend = '✓ allowed  ~ see below  ! asks a person  ? unknown  · denied  – not offered';

/** A table column as text. */
interface TextColumn extends Pick<TableColumn, 'agent' | 'label'> {
  readonly cells: readonly (readonly [text: string, state: CellState])[];
  readonly room: number;
}

function textColumn({ agent, label }: TableColumn, own: readonly CapabilityCell[]): TextColumn {
  const heads = { agent: fit(agent, maxColumn), label: fit(label, maxColumn) };
  const cells = own.map(({ state, word }) => [signOf(state, word), state] as const);
  const room = Math.max(heads.agent.length, heads.label.length, ...cells.map(([text]) => text.length));
  return { ...heads, cells, room };
}

function signOf(state: CellState, word: string): string {
  if (word === '') return '';
  return state === 'not-offered' ? cellSigns[state] : `${cellSigns[state]} ${word}`;
}

function splitBlocks(columns: readonly TextColumn[], width: number): readonly (readonly TextColumn[])[] {
  const blocks: TextColumn[][] = [];
  let left = 0;
  for (const column of columns) {
    left -= column.room + gap.length;
    if (left < 0) {
      blocks.push([]);
      left = width - column.room - gap.length;
    }
    blocks.at(-1)?.push(column);
  }
  return blocks;
}

function listBlock(block: readonly TextColumn[], titles: readonly string[], room: number): readonly string[] {
  const heading = (cells: readonly string[]) => styledAs('heading', [' '.repeat(room), ...cells].join(gap).trimEnd());
  return [
    // An agent's name appears above the first of its profiles.
    heading(block.map((one, index) => (one.agent === block[index - 1]?.agent ? '' : one.agent).padEnd(one.room))),
    heading(block.map((one) => one.label.padEnd(one.room))),
    ...titles.map((title, row) => {
      const cells = block.map(({ cells: own, room: width }) => {
        const [text, state] = own[row] ?? ['', 'denied'];
        return styledAs(styles[state], text.padEnd(width));
      });
      return [title.padEnd(room), ...cells].join(gap).trimEnd();
    }),
  ];
}

const styles: Readonly<Record<CellState, ReportStyle>> = {
  allowed: 'success',
  limited: 'warning',
  asks: 'warning',
  unknown: 'warning',
  denied: 'faint',
  'not-offered': 'faint',
};

/** Describes, row by row, the permissions that depend on the call; columns with the same conditions share a line. */
function describeLimits({ columns, rows }: ProfileTable, width: number): readonly string[] {
  return rows.flatMap(({ title, cells }) => {
    const limited = columns.flatMap((column, index) => {
      const cell = cells[index];
      const isShown = cell?.state === 'limited' && cell.words[0] !== 'partly' && column.fault === undefined;
      return isShown ? [{ name: titleOf(column), words: cell.words.join('; ') }] : [];
    });
    const lines = [...Map.groupBy(limited, ({ words }) => words)].flatMap(([words, own]) =>
      wrap(escapeControls(`  ~ ${own.map(({ name }) => name).join(', ')}: ${words}`), width),
    );
    return lines.length === 0 ? [] : ['', styledAs('heading', escapeControls(title)), ...lines];
  });
}

/** Breaks a line at spaces, and indents the continuation lines. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=\S) /)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && longer.length > width) {
      lines.push(line);
      line = `    ${word}`;
    } else line = longer;
  }
  return [...lines, line];
}

function fit(text: string, most: number): string {
  const plain = escapeControls(text);
  return plain.length <= most ? plain : `${plain.slice(0, most - 1)}…`;
}
