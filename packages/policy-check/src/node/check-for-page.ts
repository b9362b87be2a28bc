import { join, resolve } from 'node:path';
import type { Project } from '@modegate/project';
import type { InventoryServer } from '../matrix/inventory.ts';
import type { Finding } from '../source/finding.ts';
import { checkBySettings } from './check-by-settings.ts';
import { resolveCheckSettings } from './check-settings.ts';
import { settingsFiles } from './family-files.ts';
import { findProject, type ProjectFolders, showPath } from './find-project.ts';
import { loadLock } from './load-lock.ts';

/** A project as a page knows it; files are named from its root on. */
export interface PageProject {
  readonly projectRoot: string;
  readonly project: Project;
  readonly projectFiles: readonly string[] | undefined;
  /** What the servers said. Default: what the lock has. */
  readonly inventory: readonly InventoryServer[] | undefined;
}

/**
 * What `modegate check` finds in a project, by the settings, the baseline, the lock and the expectations of that project; hidden findings
 * are left out.
 *
 * @throws {AppError} where one of these files cannot be used.
 */
export async function checkForPage({ projectRoot, project, ...known }: PageProject): Promise<readonly Finding[]> {
  const place = placeOf(projectRoot);
  const settings = await resolveCheckSettings(place);
  const { file, text } = settings;
  const lock = await loadLock(settings);
  const parts = {
    ...project,
    projectFiles: known.projectFiles,
    inventory: known.inventory ?? lock?.inventory,
    lockedInventory: known.inventory === undefined ? undefined : lock?.inventory,
    settingsFile: file === undefined || text === undefined ? undefined : { file: showPath(place.root, file), text },
  };
  // A baseline has the names of files as they are from the root of the repository on.
  const nameInFingerprints = (name: string) => showPath(place.repository, resolve(place.root, name));
  const { result } = await checkBySettings(settings, parts, { nameInFingerprints });
  return result.findings.filter(({ suppressed }) => suppressed === undefined);
}

/** Files whose changes change what is found, beside those of modes and servers: absolute paths, whether they are there or not. */
export async function filesOfCheck(projectRoot: string): Promise<readonly string[]> {
  const place = placeOf(projectRoot);
  const names = settingsFiles.map((name) => join(place.root, name));
  // Settings that cannot be used are among the files that are followed.
  const settings = await resolveCheckSettings(place).catch(() => undefined);
  const named = [settings?.file, settings?.baselineFile, settings?.lock.file].filter((name) => name !== undefined);
  return [...new Set([...names, ...named])];
}

function placeOf(projectRoot: string): ProjectFolders {
  const root = resolve(projectRoot);
  return { root, repository: findProject(root).repository };
}
