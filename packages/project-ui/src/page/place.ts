import type { ProjectOverview } from '../wire.ts';

/** The views of the page, in their order. */
export const tabs = ['mode', 'edit', 'try', 'matrix', 'tasks', 'findings', 'audit'] as const;

/** The name of a view. */
export type Tab = (typeof tabs)[number];

/** What is looked at; it is in the address, so that it outlives a reload. */
export interface Place {
  readonly mode: string;
  readonly tab: Tab;
  /** The id of a task; undefined for the list of them. */
  readonly task: string | undefined;
}

/** The place of the address; where it says nothing, the mode to begin with. */
export function readPlace({ mode, modes, mayEdit }: ProjectOverview): Place {
  const given = new URLSearchParams(location.hash.slice(1));
  const asked = tabs.find((one) => one === given.get('view')) ?? 'mode';
  const tab = asked === 'edit' && !mayEdit ? 'mode' : asked;
  const task = given.get('task') || undefined;
  return { tab, mode: given.get('mode') ?? mode ?? modes[0]?.slug ?? '', task };
}

/** Puts a place into the address. */
export function writePlace(place: Place): Place {
  const text = new URLSearchParams({ view: place.tab, mode: place.mode });
  if (place.task !== undefined) text.set('task', place.task);
  history.replaceState(null, '', `#${text}`);
  return place;
}
