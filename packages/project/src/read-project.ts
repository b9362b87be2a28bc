import { compileProject } from './compile-project.ts';
import { type Layer, modePlaces, type Place, serverPlaces } from './places.ts';
import type { Project } from './project.ts';
import type { ProjectFiles } from './project-files.ts';
import type { ProjectOptions, ReadPlace } from './read-place.ts';

/**
 * Reads everything that a project says about modes and servers, and compiles it into one policy. Never rejects for what a file holds: a
 * file that is there and cannot be read is a problem, and what it may have said is refused.
 */
export async function readProject(files: ProjectFiles, options: ProjectOptions = {}): Promise<Project> {
  return compileProject(await readProjectPlaces(files, options), options);
}

/** What there is at every place of modes and of servers, best first, for {@link compileProject}. */
export interface ProjectPlaces {
  readonly modes: readonly ReadPlace[];
  readonly servers: readonly ReadPlace[];
}

/** Reads every place of a project without looking at what it says. */
export async function readProjectPlaces(
  files: ProjectFiles,
  options: Pick<ProjectOptions, 'global' | 'serverFiles'> = {},
): Promise<ProjectPlaces> {
  const of = { project: files, global: options.global };
  const [modes, servers] = await Promise.all([
    readPlaces(modePlaces, of),
    readPlaces(options.serverFiles?.map(namedPlace) ?? serverPlaces, of),
  ]);
  const named = options.serverFiles === undefined ? servers : servers.map(requirePlace);
  return { modes, servers: named };
}

function readPlaces(
  places: readonly Place[],
  of: Readonly<Record<Layer, ProjectFiles | undefined>>,
): Promise<readonly ReadPlace[]> {
  return Promise.all(
    places.flatMap((place) => {
      const files = of[place.layer];
      return files === undefined ? [] : [readPlace(place, files)];
    }),
  );
}

async function readPlace(place: Place, files: ProjectFiles): Promise<ReadPlace> {
  return { ...place, file: files.show(place.path), reading: await files.read(place.path) };
}

function namedPlace(path: string): Place {
  return { layer: 'project', path };
}

function requirePlace(place: ReadPlace): ReadPlace {
  if (place.reading.state !== 'missing') return place;
  return { ...place, reading: { state: 'unreadable', code: 'FILE_UNREADABLE', reason: 'it does not exist' } };
}
