import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FileReading, ProjectFiles } from '@modegate/project';
import { folderFiles, globalFiles } from '@modegate/project/node';
import type { ProjectPlace } from '../project/find-project.ts';
import type { ListedFiles } from '../project/listed-files.ts';

/** A document as the editor has it. */
export interface OpenText {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
}

/** The open document of an absolute path; undefined where the file counts as it is saved. */
export type OpenTexts = (path: string) => OpenText | undefined;

/** The absolute path that a URI names; undefined for what is not a file. */
export function pathOfUri(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? resolve(fileURLToPath(uri)) : undefined;
  } catch {
    // A host, or characters that no path may have.
    return undefined;
  }
}

/** The URI of a path, as the editor spells it where it has the file open. */
export function uriOfPath(path: string, openTexts: OpenTexts): string {
  return openTexts(path)?.uri ?? pathToFileURL(path).href;
}

/** The files of a project as the editor has them: saved, and in open documents not saved yet. */
export function editedFiles(
  { root, repository }: ProjectPlace,
  { openTexts, list }: { readonly openTexts: OpenTexts; readonly list: ListedFiles['list'] },
): ListedFiles {
  return {
    ...withOpenTexts(folderFiles(root, { shownFrom: repository }), root, openTexts),
    kind: 'folder',
    name: root,
    list,
    global: (folder) => withOpenTexts(globalFiles(folder), folder, openTexts),
  };
}

function withOpenTexts(files: ProjectFiles, folder: string, openTexts: OpenTexts): ProjectFiles {
  return {
    ...files,
    async read(path) {
      const open = openTexts(resolve(folder, path));
      if (open === undefined) return files.read(path);
      const saved = await files.read(path);
      return isRefused(saved) ? saved : { state: 'read', text: open.text };
    },
  };
}

/** Saving an edit would not make such a file readable. */
function isRefused(reading: FileReading): boolean {
  return reading.state === 'unreadable' && reading.code === 'FILE_OUTSIDE';
}
