import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A document in the editor. */
export interface OpenText {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
}

/** The open document of an absolute path; undefined if the saved file counts. */
export type OpenTexts = (path: string) => OpenText | undefined;

/** Absolute path of a URI; undefined unless it is a file. */
export function pathOfUri(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? resolve(fileURLToPath(uri)) : undefined;
  } catch {
    // A host, or characters invalid in paths.
    return undefined;
  }
}

/** URI of a path, in the editor's spelling if the file is open. */
export function uriOfPath(path: string, openTexts: OpenTexts): string {
  return openTexts(path)?.uri ?? pathToFileURL(path).href;
}
