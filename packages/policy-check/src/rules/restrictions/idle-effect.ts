import type { RestrictionEntry } from '../../workspace/workspace.ts';

/** Describes the lack of effect of an entry for something that does not exist: "allows nothing". */
export function idleEffect({ list }: Pick<RestrictionEntry, 'list'>): string {
  if (list.startsWith('ask')) return 'asks about nothing';
  return list.startsWith('allowed') ? 'allows nothing' : 'denies nothing';
}

/** Describes the state of the thing that an entry was meant for: "stays open". */
export function openEffect({ list }: Pick<RestrictionEntry, 'list'>): string {
  return list.startsWith('ask') ? 'runs without asking' : 'stays open';
}
