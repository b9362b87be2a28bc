import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A document in the editor. */
export interface OpenText {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
}

/** Returns the open document at an absolute path; undefined if the saved file applies. */
export type OpenTexts = (path: string) => OpenText | undefined;

/** Returns the absolute path of a URI; undefined if it is not a file. */
export function pathOfUri(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? resolve(fileURLToPath(uri)) : undefined;
  } catch {
    // The URI has a host, or characters that a path cannot contain.
    return undefined;
  }
}

/** Returns the URI for a path, in the editor's spelling if the file is open in the editor. */
export function uriOfPath(path: string, openTexts: OpenTexts): string {
  return openTexts(path)?.uri ?? pathToFileURL(path).href;
}
