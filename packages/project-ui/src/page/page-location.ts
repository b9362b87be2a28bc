import type { ProjectOverview } from '../wire.ts';

/** The views of the page, in order. */
export const tabs = ['mode', 'edit', 'try', 'matrix', 'tasks', 'findings', 'audit'] as const;

/** Name of a view. */
export type Tab = (typeof tabs)[number];

/** The view, mode and task shown on the page; stored in the address, so that they survive a reload. */
export interface PageLocation {
  readonly mode: string;
  readonly tab: Tab;
  /** The id of a task; undefined for the list of tasks. */
  readonly task: string | undefined;
}

/** Reads the location from the address; uses the initial mode if the address does not specify a mode. */
export function readLocation({ mode, modes, mayEdit }: ProjectOverview): PageLocation {
  const given = new URLSearchParams(location.hash.slice(1));
  const asked = tabs.find((one) => one === given.get('view')) ?? 'mode';
  const tab = asked === 'edit' && !mayEdit ? 'mode' : asked;
  const task = given.get('task') || undefined;
  return { tab, mode: given.get('mode') ?? mode ?? modes[0]?.slug ?? '', task };
}

/** Writes the location to the address. */
export function writeLocation(shown: PageLocation): PageLocation {
  const text = new URLSearchParams({ view: shown.tab, mode: shown.mode });
  if (shown.task !== undefined) text.set('task', shown.task);
  history.replaceState(null, '', `#${text}`);
  return shown;
}
