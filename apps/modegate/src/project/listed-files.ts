import type { ProjectFolders } from '@modegate/policy-check/node';
import type { ProjectFiles } from '@modegate/project';
import { folderFilesAtOnce } from '@modegate/project/node';
import { listGitFiles } from './git.ts';
import { useShortRunFlags } from './v8-flags.ts';

/** The files of a project at one moment, in a folder or in a revision, which can be listed too. */
export interface ListedFiles extends ProjectFiles {
  readonly kind: 'folder' | 'revision';
  /** For messages: the folder, or the revision. */
  readonly name: string;
  /** Every file that belongs to the project; undefined where only git could tell and does not. */
  readonly list: () => Promise<readonly string[] | undefined>;
  /** The user's own modes and servers, where they are asked for. Default: as they are saved. */
  readonly global?: ((folder: string) => ProjectFiles) | undefined;
}

/** The files of a project as they are in its folder. */
export function workingFiles({ root, repository }: ProjectFolders): ListedFiles {
  return {
    ...useShortRunFlags(folderFilesAtOnce(root, { shownFrom: repository })),
    kind: 'folder',
    name: root,
    list: () => listGitFiles(root),
  };
}
