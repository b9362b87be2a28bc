import { join, resolve } from 'node:path';
import type { Project } from '@modegate/project';
import type { ServerInventory } from '../matrix/inventory.ts';
import type { Finding } from '../source/finding.ts';
import { checkBySettings } from './check-by-settings.ts';
import { resolveCheckSettings } from './check-settings.ts';
import { settingsFiles } from './family-files.ts';
import { findProject, type ProjectFolders, showPath } from './find-project.ts';
import { loadLock } from './load-lock.ts';

/** A project as known to a web page; file names are relative to the project's root. */
export interface PageProject {
  readonly projectRoot: string;
  readonly project: Project;
  readonly projectFiles: readonly string[] | undefined;
  /** Tools and resources of the servers. Default: those in the lock. */
  readonly inventory: readonly ServerInventory[] | undefined;
}

/**
 * Returns the findings that `modegate check` reports for a project, according to its settings, baseline, lock and
 * expectations; omits hidden findings.
 *
 * @throws {AppError} if one of these files cannot be used.
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
  // File names in a baseline are relative to the root of the repository.
  const nameInFingerprints = (name: string) => showPath(place.repository, resolve(place.root, name));
  const { result } = await checkBySettings(settings, parts, { nameInFingerprints });
  return result.findings.filter(({ suppressed }) => suppressed === undefined);
}

/**
 * Lists the files, in addition to modes files and server files, that affect the findings, as absolute paths of existing
 * and missing files.
 */
export async function filesOfCheck(projectRoot: string): Promise<readonly string[]> {
  const place = placeOf(projectRoot);
  const names = settingsFiles.map((name) => join(place.root, name));
  // A file with unusable settings must still be watched.
  const settings = await resolveCheckSettings(place).catch(() => undefined);
  const named = [settings?.file, settings?.baselineFile, settings?.lock.file].filter((name) => name !== undefined);
  return [...new Set([...names, ...named])];
}

function placeOf(projectRoot: string): ProjectFolders {
  const root = resolve(projectRoot);
  return { root, repository: findProject(root).repository };
}
