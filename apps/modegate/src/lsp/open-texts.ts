import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { attempt } from '@modegate/json';

/** A document in the editor. */
export interface OpenText {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
}

/** Returns the open document at an absolute path; undefined if the saved file applies. */
export type OpenTexts = (path: string) => OpenText | undefined;

/** Returns the absolute path of a URI; undefined if the URI does not refer to a file. */
export function pathOfUri(uri: string): string | undefined {
  // Fails for a URI with a host, or with characters that a path cannot contain.
  return uri.startsWith('file:') ? attempt(() => resolve(fileURLToPath(uri))) : undefined;
}

/** Returns the URI for a path, in the editor's spelling if the file is open in the editor. */
export function uriOfPath(path: string, openTexts: OpenTexts): string {
  return openTexts(path)?.uri ?? pathToFileURL(path).href;
}
