import { escapeMarkdown } from '@modegate/policy-check/reporters';
import type { ProfileTable } from './profile-table.ts';

/** Lists the lines of a table in Markdown, with everything in words. */
export function listTableMarkdown({ columns, rows }: ProfileTable): readonly string[] {
  const heads = columns.map(({ agent, label }) => (label === 'session' ? agent : `${agent} ${label}`));
  const line = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(' | ')} |`;
  const notes = columns.flatMap(({ names, fault }, index) => [
    ...(names.length > 1 ? [`${heads[index]}: ${names.join(', ')}`] : []),
    ...(fault === undefined ? [] : [`${names.join(', ')} does not start: ${fault}`]),
  ]);
  return [
    line(['', ...heads]),
    `|---|${heads.map(() => '---|').join('')}`,
    ...rows.map(({ title, cells }) => line([title, ...cells.map(({ words }) => words)])),
    ...notes.flatMap((note) => ['', escapeMarkdown(note)]),
  ];
}
