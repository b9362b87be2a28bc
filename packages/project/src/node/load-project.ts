import { resolve } from 'node:path';
import type { CommandShell } from '@modegate/mode-core/commands';
import type { ProjectOptions } from '../policy-source.ts';
import type { Project } from '../project.ts';
import { readProject } from '../read-project.ts';
import { folderFiles, globalFiles } from './folder-files.ts';

/** Location of a project on this machine, and options for reading it. */
export interface ProjectLocation extends Omit<ProjectOptions, 'root' | 'global'> {
  /** Project folder. */
  readonly projectRoot: string;
  /**
   * Folder that contains the user's modes and servers, including its `settings/` subfolder. Default: no such files are
   * read.
   */
  readonly globalConfigDir?: string | undefined;
}

/** Reads a project from its folder, in the same way as {@link readProject}. */
export function loadProject({ projectRoot, globalConfigDir, ...options }: ProjectLocation): Promise<Project> {
  return readProject(folderFiles(projectRoot), {
    ...options,
    shell: options.shell ?? defaultShell(),
    root: resolve(projectRoot),
    global: globalConfigDir === undefined ? undefined : globalFiles(globalConfigDir),
  });
}

/** Default shell for commands: bash, or any shell on Windows. */
export function defaultShell(platform: NodeJS.Platform = process.platform): CommandShell {
  return platform === 'win32' ? 'unknown' : 'bash';
}
