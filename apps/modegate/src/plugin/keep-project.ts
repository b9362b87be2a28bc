import { existsSync, lstatSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { HookPlace, JudgedProject, LoadProject } from '../hook/hook-places.ts';
import { loadHookProject } from '../hook/load-hook-project.ts';
import { projectMarks } from '../project/family-files.ts';
import { upwards } from '../project/find-project.ts';

/** A change so shortly before a reading may bear the same time as one shortly after it, on any file system. */
const uncertainMs = 2_000;

interface Kept {
  readonly key: string;
  readonly project: JudgedProject;
  readonly places: Places;
  readonly stamp: string;
}

/** What a reading depends on. */
interface Places {
  readonly files: readonly string[];
  /** Folders whose content does not matter. */
  readonly folders: readonly string[];
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
    const { text, newestMs } = stampOf(places);
    if (newestMs + uncertainMs < startedAt) kept = { key, project, places, stamp: text };
    return project;
  };
}

function placesOf({ root, sources }: JudgedProject, { cwd, projectRoot, globalConfigDir }: HookPlace): Places {
  const above = upwards(resolve(projectRoot ?? cwd));
  const marks = above.flatMap((folder) => projectMarks.map((mark) => join(folder, mark)));
  const named = sources.map(({ layer, path }) => resolve(layer === 'project' ? root : (globalConfigDir ?? root), path));
  return { files: [...new Set([...marks, ...named])], folders: above.map((folder) => join(folder, '.git')) };
}

function stampOf({ files, folders }: Places): { readonly text: string; readonly newestMs: number } {
  const stats = files.map((file) => ({ file, status: statSync(file, { bigint: true, throwIfNoEntry: false }) }));
  const parts = stats.map(({ file, status }) => {
    // A link to nothing is not the same as nothing.
    if (status === undefined) return lstatSync(file, { throwIfNoEntry: false }) === undefined ? '' : 'link';
    return `${status.dev}.${status.ino}.${status.size}.${status.mtimeNs}.${status.ctimeNs}`;
  });
  const times = stats.map(({ status }) => Number((status?.ctimeNs ?? 0n) / 1_000_000n));
  return { text: [...parts, ...folders.map(existsSync)].join(), newestMs: Math.max(0, ...times) };
}
