import { resolve } from 'node:path';
import type { ProjectOptions } from '../policy-source.ts';
import type { Project } from '../project.ts';
import { readProject } from '../read-project.ts';
import { folderFiles, globalFiles } from './folder-files.ts';

/** Where a project is on this machine, and how to read it. */
export interface ProjectLocation extends Omit<ProjectOptions, 'root' | 'global'> {
  /** Folder of the project. */
  readonly projectRoot: string;
  /** Folder of the user's own modes and servers (`settings/` in it is looked into). Default: they are left out. */
  readonly globalConfigDir?: string | undefined;
}

/** Reads a project from its folder, as {@link readProject} does. */
export function loadProject({ projectRoot, globalConfigDir, ...options }: ProjectLocation): Promise<Project> {
  return readProject(folderFiles(projectRoot), {
    ...options,
    root: resolve(projectRoot),
    global: globalConfigDir === undefined ? undefined : globalFiles(globalConfigDir),
  });
}
