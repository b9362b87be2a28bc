import type { ProjectOverview } from '../wire.ts';

/** The views of the page, in their order. */
export const tabs = [
  { tab: 'mode', label: 'Overview' },
  { tab: 'edit', label: 'Edit' },
  { tab: 'try', label: 'Try it' },
  { tab: 'matrix', label: 'Matrix' },
  { tab: 'findings', label: 'Findings' },
  { tab: 'audit', label: 'Audit' },
] as const;

/** The name of a view. */
export type Tab = (typeof tabs)[number]['tab'];

/** What is looked at; it is in the address, so that it outlives a reload. */
export interface Place {
  readonly mode: string;
  readonly tab: Tab;
}

/** The place of the address; where it says nothing, the mode to begin with. */
export function readPlace({ mode, modes }: ProjectOverview): Place {
  const given = new URLSearchParams(location.hash.slice(1));
  const tab = tabs.find((one) => one.tab === given.get('view'))?.tab ?? 'mode';
  return { tab, mode: given.get('mode') ?? mode ?? modes[0]?.slug ?? '' };
}

/** Puts a place into the address. */
export function writePlace(place: Place): Place {
  const text = new URLSearchParams({ view: place.tab, mode: place.mode });
  history.replaceState(null, '', `#${text}`);
  return place;
}
