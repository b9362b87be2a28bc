import type { ProjectFolders } from '@modegate/policy-check/node';
import type { ProjectFiles } from '@modegate/project';
import { folderFilesSync } from '@modegate/project/node';
import { listGitFiles } from './git.ts';
import { useShortRunFlags } from './v8-flags.ts';

/** A project's files at one point in time, in a folder or revision, and a function that lists them. */
export interface ListedFiles extends ProjectFiles {
  readonly kind: 'folder' | 'revision';
  /** Name used in messages: the folder or the revision. */
  readonly name: string;
  /** Lists every file in the project; returns undefined if this requires git and git fails. */
  readonly list: () => Promise<readonly string[] | undefined>;
  /** Returns the files for the user's own modes and servers, if requested. Default: the files as saved. */
  readonly global?: ((folder: string) => ProjectFiles) | undefined;
}

/** Returns a project's files as they currently are in its folder. */
export function workingFiles({ root, repository }: ProjectFolders): ListedFiles {
  return {
    ...useShortRunFlags(folderFilesSync(root, { shownFrom: repository })),
    kind: 'folder',
    name: root,
    list: () => listGitFiles(root),
  };
}
