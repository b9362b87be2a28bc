import { compileProject } from './compile-project.ts';
import type { PolicySource, ProjectOptions } from './policy-source.ts';
import type { Project } from './project.ts';
import type { ProjectFiles } from './project-files.ts';
import { type Layer, modeLocations, type SourceLocation, serverLocations } from './source-locations.ts';

/**
 * Reads a project's modes and servers and compiles them into one policy. Never rejects because of a file's content: an
 * unreadable file is reported as a problem, and anything that it may define is refused.
 */
export async function readProject(files: ProjectFiles, options: ProjectOptions = {}): Promise<Project> {
  return compileProject(await readPolicySources(files, options), options);
}

/** Sources of modes and of servers, in descending order of precedence, for {@link compileProject}. */
export interface PolicySources {
  readonly modes: readonly PolicySource[];
  readonly servers: readonly PolicySource[];
}

/** Reads every source of a project without interpreting it. */
export async function readPolicySources(
  files: ProjectFiles,
  options: Pick<ProjectOptions, 'global' | 'serverFiles'> = {},
): Promise<PolicySources> {
  const of = { project: files, global: options.global };
  const [modes, servers] = await Promise.all([
    readPlaces(modeLocations, of),
    readPlaces(options.serverFiles?.map(namedPlace) ?? serverLocations, of),
  ]);
  const named = options.serverFiles === undefined ? servers : servers.map(requirePlace);
  return { modes, servers: named };
}

function readPlaces(
  places: readonly SourceLocation[],
  of: Readonly<Record<Layer, ProjectFiles | undefined>>,
): Promise<readonly PolicySource[]> {
  return Promise.all(
    places.flatMap((place) => {
      const files = of[place.layer];
      return files === undefined ? [] : [readPlace(place, files)];
    }),
  );
}

async function readPlace(place: SourceLocation, files: ProjectFiles): Promise<PolicySource> {
  return { ...place, file: files.show(place.path), reading: await files.read(place.path) };
}

function namedPlace(path: string): SourceLocation {
  return { layer: 'project', path };
}

function requirePlace(place: PolicySource): PolicySource {
  if (place.reading.state !== 'missing') return place;
  return { ...place, reading: { state: 'unreadable', code: 'FILE_UNREADABLE', reason: 'it does not exist' } };
}
