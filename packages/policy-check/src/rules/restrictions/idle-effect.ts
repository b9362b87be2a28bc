import type { RestrictionEntry } from '../../workspace/workspace.ts';

/** Says what an entry fails to do if it names nothing that exists: "allows nothing". */
export function idleEffect({ list }: Pick<RestrictionEntry, 'list'>): string {
  if (list.startsWith('ask')) return 'asks about nothing';
  return list.startsWith('allowed') ? 'allows nothing' : 'denies nothing';
}

/** Says what happens to the thing that was meant: "stays open". */
export function openEffect({ list }: Pick<RestrictionEntry, 'list'>): string {
  return list.startsWith('ask') ? 'runs without asking' : 'stays open';
}
