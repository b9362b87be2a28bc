import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

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
