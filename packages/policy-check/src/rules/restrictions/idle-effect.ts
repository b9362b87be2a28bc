import type { RestrictionEntry } from '../../workspace/workspace.ts';

/** Returns a phrase for an entry that names something non-existent and so has no effect, such as "allows nothing". */
export function idleEffect({ list }: Pick<RestrictionEntry, 'list'>): string {
  if (list.startsWith('ask')) return 'asks about nothing';
  return list.startsWith('allowed') ? 'allows nothing' : 'denies nothing';
}

/** Returns a phrase for the state of the thing that an entry was meant to restrict, such as "stays open". */
export function openEffect({ list }: Pick<RestrictionEntry, 'list'>): string {
  return list.startsWith('ask') ? 'runs without asking' : 'stays open';
}
