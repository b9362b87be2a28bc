// Everything here is public API: add with care.
export type { ConfigProblem, ServerEntry } from '@modegate/server-config';
export { compileProject } from './compile-project.ts';
export { type Layer, type Place, projectModeFiles, projectServerFiles } from './places.ts';
export type { ModesSource, Project, ProjectProblem, ProjectSource, ServersSource } from './project.ts';
export { type FileReading, memoryFiles, type ProjectFiles } from './project-files.ts';
export {
  findReachedTwice,
  namedServerFiles,
  type ReachableServers,
  type ReachedTwice,
  reachedTwiceProblem,
  serversByClient,
} from './reached-twice.ts';
export type { ProjectOptions, ReadPlace } from './read-place.ts';
export { type ProjectPlaces, readProject, readProjectPlaces } from './read-project.ts';
