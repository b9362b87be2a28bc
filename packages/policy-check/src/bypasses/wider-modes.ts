import { decide } from '@modegate/mode-core';
import { grantsMore } from '../matrix/compare-rows.ts';
import type { PermissionRow } from '../matrix/permission-row.ts';
import type { Bypass, ModeRows } from './bypass.ts';

/**
 * Finds, among the given modes, those to which a mode may switch or hand over a task and that may do something that the
 * mode itself may not do. Returns one finding per mode.
 */
export function findWiderModes(
  asked: ModeRows,
  byMode: ReadonlyMap<string, readonly PermissionRow[]>,
): readonly Bypass[] {
  const { mode, rows } = asked;
  const wider = [...byMode].filter(([slug, others]) => slug !== mode && isWiderMode(rows, others));
  const slugs = wider.map(([slug]) => slug);
  return reportWiderModes(asked, slugs);
}

/**
 * True if the other mode's rows allow something that the first mode's rows do not allow. Both lists have the same
 * subjects in the same order.
 */
function isWiderMode(rows: readonly PermissionRow[], others: readonly PermissionRow[]): boolean {
  return others.some((other, index) => {
    const own = rows[index];
    return own !== undefined && grantsMore(own, other);
  });
}

/** Reports modes with wider permissions if the mode can switch to another mode at all. */
export function reportWiderModes(asked: Omit<ModeRows, 'rows'>, wider: readonly string[]): readonly Bypass[] {
  const { policy, mode, circumstances } = asked;
  const ways = ['switch_mode', 'new_task'].flatMap((tool) => {
    const decision = decide(policy, { ...circumstances, mode, tool });
    return decision.allowed ? [{ tool, by: decision.by }] : [];
  });
  const [first] = ways;
  if (first === undefined || wider.length === 0) return [];
  const message = `Mode '${mode}' may continue in ${listModes(wider)} through ${ways.map(({ tool }) => `'${tool}'`).join(' or ')}, and it has more permissions there. If this matters, pin the connection to this mode, or disable these tools.`;
  const through = ways.map(({ tool }) => ({ kind: 'tool' as const, tool }));
  return [{ kind: 'wider-mode', mode, message, certainty: 'certain', through, modes: wider, by: first.by }];
}

function listModes(modes: readonly string[]): string {
  const shown = modes.slice(0, 5).map((mode) => `'${mode}'`);
  const more = modes.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more ${more === 1 ? 'mode' : 'modes'}` : ''}`;
}
