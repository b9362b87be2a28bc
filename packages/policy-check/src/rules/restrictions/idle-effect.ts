import type { RestrictionEntry } from '../../workspace/workspace.ts';

/**
 * Returns a phrase that describes the effect of an entry that refers to something non-existent, such as "allows
 * nothing".
 */
export function idleEffect({ list }: Pick<RestrictionEntry, 'list'>): string {
  if (list.startsWith('ask')) return 'asks about nothing';
  return list.startsWith('allowed') ? 'allows nothing' : 'denies nothing';
}

/** Returns a phrase that describes the state of the item that an entry was meant to restrict, such as "stays open". */
export function openEffect({ list }: Pick<RestrictionEntry, 'list'>): string {
  return list.startsWith('ask') ? 'runs without asking' : 'stays open';
}
