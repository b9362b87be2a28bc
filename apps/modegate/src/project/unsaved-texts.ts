import { resolve } from 'node:path';
import type { ProjectFolders } from '@modegate/policy-check/node';
import type { FileReadResult, ProjectFiles } from '@modegate/project';
import { folderFiles, globalFiles } from '@modegate/project/node';
import type { ListedFiles } from './listed-files.ts';

/** Returns the text that replaces the saved file at an absolute path; undefined if the saved file applies. */
export type UnsavedText = (path: string) => string | undefined;

/** Returns a project's files, with unsaved text in place of the saved text. */
export function withUnsavedTexts(
  { root, repository }: ProjectFolders,
  { textOf, list }: { readonly textOf: UnsavedText; readonly list: ListedFiles['list'] },
): ListedFiles {
  return {
    ...withEdits(folderFiles(root, { shownFrom: repository }), root, textOf),
    kind: 'folder',
    name: root,
    list,
    global: (folder) => withEdits(globalFiles(folder), folder, textOf),
  };
}

function withEdits(files: ProjectFiles, folder: string, textOf: UnsavedText): ProjectFiles {
  return {
    ...files,
    async read(path) {
      const text = textOf(resolve(folder, path));
      if (text === undefined) return files.read(path);
      const saved = await files.read(path);
      return isRefused(saved) ? saved : { state: 'read', text };
    },
  };
}

/** True for a file that stays unreadable even after an edit to it is saved. */
function isRefused(reading: FileReadResult): boolean {
  return reading.state === 'unreadable' && reading.code === 'FILE_OUTSIDE';
}
