import type { CheckedMode } from '@modegate/policy-check';
import { describeRow, formatSubject, type PermissionRow, permissionMatrix } from '@modegate/policy-check/permissions';
import { escapeControls } from '@modegate/policy-check/reporters';
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
  const groups = new Map<string, string[]>();
  for (const row of rows) {
    const state = describeRow(row);
    const names = groups.get(state);
    if (names === undefined) groups.set(state, [formatSubject(row.subject)]);
    else names.push(formatSubject(row.subject));
  }
  const denied = groups.get('denied');
  groups.delete('denied');
  const all = [...groups, ...(denied === undefined ? [] : [['denied', denied] as const])];
  return all.map(([state, names]) => `- ${describeState(state)}: ${listNames(names)}`);
}

/** The conditions for a state quote the content of files. */
function describeState(state: string): string {
  const [, word = '', rest = ''] = /^(\w+) ?(.*)$/s.exec(state) ?? [];
  return rest === '' ? word : `${word} ${inlineCode(rest)}`;
}

const maxNames = 40;

function listNames(names: readonly string[]): string {
  const more = names.length - maxNames;
  return `${names.slice(0, maxNames).map(inlineCode).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
