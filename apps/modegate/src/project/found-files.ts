import { join } from 'node:path';
import { type ConfigTextReading, loadConfigText } from '@modegate/mcp-host/config';
import { AppError } from '../app-error.ts';
import type { Settings } from '../settings.ts';
import { showPath } from './find-project.ts';
import { folderFiles, type ProjectFiles } from './project-files.ts';

/** A file of the family that is there, with its name in reports. */
export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  readonly file: string;
  readonly text: string;
}

/**
 * Those of the named files that the project has, in the order of the names.
 *
 * @throws {AppError} exit code 2 when one is there and cannot be read.
 */
export async function readInProject(
  { place }: Settings,
  files: ProjectFiles,
  names: readonly string[],
): Promise<readonly FoundFile[]> {
  const readings = await Promise.all(names.map((name) => files.read(name)));
  return readings.flatMap((reading, index) => {
    const path = join(place.root, names[index] ?? '');
    return toFound(reading, { path, file: showPath(place.repository, path) });
  });
}

/** As {@link readInProject}, in the folder of the user's own files; none when they are left out. */
export async function readGlobal(
  { globalConfigDir }: Settings,
  names: readonly string[],
): Promise<readonly FoundFile[]> {
  if (globalConfigDir === undefined) return [];
  const folder = folderFiles(globalConfigDir);
  const readings = await Promise.all(names.map((name) => folder.read(name)));
  return readings.flatMap((reading, index) => {
    const path = join(globalConfigDir, names[index] ?? '');
    return toFound(reading, { path, file: path });
  });
}

/** The server files that the settings name; in a folder they must be there. */
export async function readNamed(settings: Settings, files: ProjectFiles): Promise<readonly FoundFile[]> {
  const { place, serverFiles = [] } = settings;
  const readings = await Promise.all(
    serverFiles.map((path) => {
      const inside = showPath(place.root, path);
      return inside === path ? loadConfigText(path) : files.read(inside);
    }),
  );
  return readings.flatMap((reading, index) => {
    const path = serverFiles[index] ?? '';
    const isExpected = files.kind === 'folder';
    if (reading.state === 'missing' && isExpected) throw new AppError(`${path} was asked for and does not exist.`);
    return toFound(reading, { path, file: showPath(place.repository, path) });
  });
}

function toFound(
  reading: ConfigTextReading,
  names: { readonly path: string; readonly file: string },
): readonly FoundFile[] {
  if (reading.state === 'missing') return [];
  if (reading.state === 'read') return [{ ...names, text: reading.text }];
  throw new AppError(`${names.file} could not be read: ${reading.reason}.`);
}
