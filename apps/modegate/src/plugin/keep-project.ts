import type { LoadProject, ReadHookProject } from '../hook/hook-places.ts';
import { loadHookProject } from '../hook/load-hook-project.ts';
import { type Places, placesOf, stampOf } from '../hook/project-stamp.ts';

interface Kept {
  readonly key: string;
  readonly project: ReadHookProject;
  readonly places: Places;
  readonly stamp: string;
}

/**
 * Keeps the project that was read last, for as long as nothing has changed at any place that was looked at, missing files included.
 *
 * @param now - Epoch milliseconds. Default: the clock.
 */
export function keepProject(load: LoadProject = loadHookProject, now: () => number = Date.now): LoadProject {
  let kept: Kept | undefined;
  return async (place, agent) => {
    const key = JSON.stringify([agent, place]);
    if (kept?.key === key && stampOf(kept.places).text === kept.stamp) return kept.project;
    kept = undefined;
    const startedAt = now();
    const project = await load(place, agent);
    const places = placesOf(project, place);
    const stamp = stampOf(places);
    if (stamp.isSettled(startedAt)) kept = { key, project, places, stamp: stamp.text };
    return project;
  };
}
