import { memoryFiles, type Project, readProject } from '@modegate/project';
import { modesLocation, type VersionFiles } from '../state/playground-state.ts';

/**
 * Reads a version in the same way as all of Modegate's programs read a project. Empty text represents a missing file.
 */
export function openVersion({ modes, servers, serversPlace }: VersionFiles): Promise<Project> {
  const texts = { [modesLocation]: modes, [serversPlace]: servers };
  const existing = Object.entries(texts).filter(([, text]) => text !== '');
  return readProject(memoryFiles(Object.fromEntries(existing)), { shell: 'bash' });
}

/** Caches the last few versions that were opened, because most questions concern the same versions. */
export function createProjectCache(open: typeof openVersion = openVersion): typeof openVersion {
  const cached = new Map<string, Promise<Project>>();
  return (files) => {
    const key = JSON.stringify([files.modes, files.servers, files.serversPlace]);
    const project = cached.get(key) ?? open(files);
    cached.delete(key);
    cached.set(key, project);
    const [oldest] = cached.keys();
    if (cached.size > maxCached && oldest !== undefined) cached.delete(oldest);
    return project;
  };
}

/** The current version, the previous one, and one more for going back. */
const maxCached = 3;
