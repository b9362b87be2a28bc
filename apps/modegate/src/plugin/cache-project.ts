import type { LoadProject, ReadHookProject } from '../hook/find-hook-project.ts';
import { loadHookProject } from '../hook/load-hook-project.ts';
import { type FingerprintPaths, fingerprintOf, fingerprintPaths } from '../hook/project-fingerprint.ts';

interface CachedProject {
  readonly key: string;
  readonly project: ReadHookProject;
  readonly places: FingerprintPaths;
  readonly stamp: string;
}

/**
 * Caches the most recently read project until something changes at one of the checked locations, including locations of
 * missing files.
 *
 * @param now - Epoch milliseconds. Default: the system clock.
 */
export function cacheProject(
  load: LoadProject = (place, agent) => loadHookProject(place, agent),
  now: () => number = Date.now,
): LoadProject {
  let kept: CachedProject | undefined;
  return async (place, agent, runsCommand) => {
    const key = JSON.stringify([agent, place]);
    if (kept?.key === key && fingerprintOf(kept.places).text === kept.stamp) return kept.project;
    kept = undefined;
    const startedAt = now();
    const project = await load(place, agent, runsCommand);
    const places = fingerprintPaths(project, place);
    const stamp = fingerprintOf(places);
    if (stamp.isSettled(startedAt)) kept = { key, project, places, stamp: stamp.text };
    return project;
  };
}
