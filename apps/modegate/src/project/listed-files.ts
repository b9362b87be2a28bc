import type { ProjectFolders } from '@modegate/policy-check/node';
import type { ProjectFiles } from '@modegate/project';
import { folderFilesSync } from '@modegate/project/node';
import { listGitFiles } from './git.ts';
import { useShortRunFlags } from './v8-flags.ts';

/** Files of a project at one moment, in a folder or in a revision, with the possibility to list them. */
export interface ListedFiles extends ProjectFiles {
  readonly kind: 'folder' | 'revision';
  /** Name for messages: the folder, or the revision. */
  readonly name: string;
  /** Lists every file of the project; undefined if only git could list them and does not. */
  readonly list: () => Promise<readonly string[] | undefined>;
  /** Returns the user's own modes and servers, if requested. Default: as saved. */
  readonly global?: ((folder: string) => ProjectFiles) | undefined;
}

/** Returns the files of a project in their current state in its folder. */
export function workingFiles({ root, repository }: ProjectFolders): ListedFiles {
  return {
    ...useShortRunFlags(folderFilesSync(root, { shownFrom: repository })),
    kind: 'folder',
    name: root,
    list: () => listGitFiles(root),
  };
}
