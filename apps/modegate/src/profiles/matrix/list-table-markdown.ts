import { escapeMarkdown } from '@modegate/policy-check/reporters';
import { describeColumns, type ProfileTable, titleOf } from './profile-table.ts';

/** Lists the lines of a table in Markdown, with nothing abbreviated. */
export function listTableMarkdown({ columns, rows }: ProfileTable): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(' | ')} |`;
  return [
    line(['', ...columns.map(titleOf)]),
    `|---|${columns.map(() => '---|').join('')}`,
    ...rows.map(({ title, cells }) => line([title, ...cells.map(({ words }) => words.join('; '))])),
    ...describeColumns(columns).flatMap((note) => ['', escapeMarkdown(note)]),
  ];
}
