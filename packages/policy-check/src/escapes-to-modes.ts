import { decide } from '@modegate/mode-core';
import { isWider } from './diff-rows.ts';
import type { Escape, ModeRows } from './escapes.ts';
import type { PermissionRow } from './matrix-row.ts';

/** The modes a mode may switch into, or hand a task to, that may do what it may not. One finding a mode. */
export function findWiderModes(
  asked: ModeRows,
  byMode: ReadonlyMap<string, readonly PermissionRow[]>,
): readonly Escape[] {
  const { policy, mode, situation, rows } = asked;
  const ways = ['switch_mode', 'new_task'].flatMap((tool) => {
    const decision = decide(policy, { ...situation, mode, tool });
    return decision.allowed ? [{ tool, by: decision.by }] : [];
  });
  const wider = [...byMode]
    .filter(([slug, others]) => slug !== mode && isWiderMode(others, rows))
    .map(([slug]) => slug);
  const [first] = ways;
  if (first === undefined || wider.length === 0) return [];
  const message = `Mode '${mode}' may go on in ${listModes(wider)} by ${ways.map(({ tool }) => `'${tool}'`).join(' or ')}, and may do more there. Fix the mode of the connection where that matters, or switch these tools off.`;
  return [
    {
      kind: 'wider-mode',
      mode,
      message,
      certainty: 'certain',
      through: ways.map(({ tool }) => ({ kind: 'tool', tool })),
      modes: wider,
      by: first.by,
    },
  ];
}

/** Both lists have the same subjects in the same order. */
function isWiderMode(others: readonly PermissionRow[], rows: readonly PermissionRow[]): boolean {
  return others.some((other, index) => {
    const own = rows[index];
    return own !== undefined && isWider(own, other);
  });
}

function listModes(modes: readonly string[]): string {
  const shown = modes.slice(0, 5).map((mode) => `'${mode}'`);
  return `${shown.join(', ')}${modes.length > 5 ? ` and ${modes.length - 5} more modes` : ''}`;
}
