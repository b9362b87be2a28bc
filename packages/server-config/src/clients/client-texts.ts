import { isBlankJson, jsonValueOf, parseJsonText, propertiesOf, propertyOf } from '../json/json-text.ts';

/** Reads a file as text with its byte order mark; returns `undefined` if the file does not exist. */
export type ReadFile = (file: string) => string | undefined | Promise<string | undefined>;

/** Reads the files that exist; an unreadable file is returned without its text. */
export async function readEach(
  files: readonly string[],
  readFile: ReadFile,
): Promise<readonly { readonly file: string; readonly text: string | undefined }[]> {
  const read = files.map(async (file) => {
    try {
      const text = await readFile(file);
      return text === undefined ? [] : [{ file, text }];
    } catch {
      return [{ file, text: undefined }];
    }
  });
  return (await Promise.all(read)).flat();
}

/** Returns servers by name, as written in a file's text; empty if there is no text or no map of servers. */
export function writtenServers(text: string | undefined, rootKey: string): ReadonlyMap<string, unknown> {
  if (text === undefined || isBlankJson(text)) return new Map();
  const document = parseJsonText(text);
  if (document.state === 'broken') return new Map();
  const servers = propertyOf(document.root, rootKey)?.valueNode;
  return new Map(propertiesOf(servers).map(({ key, valueNode }) => [key, jsonValueOf(valueNode)]));
}
