import type { CheckedMode } from '@modegate/policy-check';
import { describeRow, formatSubject, type PermissionRow, permissionMatrix } from '@modegate/policy-check/permissions';
import { escapeControls } from '@modegate/policy-check/reporters';
import { listFirst } from '../../list-words.ts';
import type { LoadedProject } from '../../project/load-project.ts';
import { inlineCode } from './inline-code.ts';

/** Describes the permissions of a mode as Markdown: what is allowed, under which conditions, and what is denied. */
export function describeMode(
  { slug, isEffective }: CheckedMode,
  { policy, inventory }: Pick<LoadedProject, 'policy' | 'inventory'>,
): string {
  const { rows } = permissionMatrix(policy, { inventory, modes: [slug] });
  const title = `**Mode** ${inlineCode(slug)}`;
  const overruled = isEffective
    ? []
    : ['Another definition of this slug takes precedence. This information describes the other definition.'];
  const refused = rows.every(({ state }) => state === 'denied') ? rows.slice(0, 1).map(({ reason }) => reason) : [];
  const reasons = refused.flatMap((reason) => (reason === undefined ? [] : [escapeControls(reason)]));
  return [title, ...overruled, ...reasons, ...listStates(rows)].join('\n\n');
}

/** Tools with the same conditions share a line; denied tools come last. */
function listStates(rows: readonly PermissionRow[]): readonly string[] {
  const groups = Map.groupBy(rows, describeRow);
  const states = [...groups.keys()].toSorted((a, b) => Number(a === 'denied') - Number(b === 'denied'));
  return states.map((state) => {
    const names = (groups.get(state) ?? []).map(({ subject }) => inlineCode(formatSubject(subject)));
    return `- ${describeState(state)}: ${listFirst(names, 40)}`;
  });
}

/** The conditions for a state quote the content of files. */
function describeState(state: string): string {
  const [, word = '', rest = ''] = /^(\w+) ?(.*)$/s.exec(state) ?? [];
  return rest === '' ? word : `${word} ${inlineCode(rest)}`;
}
