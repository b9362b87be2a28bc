import type { ConfigSource, ServerEntry } from '../entries/server-entry.ts';
import { readServers } from '../reading/read-server-config.ts';
import { type ClientSurroundings, clientPlaces } from './client-file-path.ts';
import type { ClientName } from './client-files.ts';
import { type ReadFile, readExisting } from './client-texts.ts';

/**
 * The servers of every file that a client reads in a scope, in the order of {@link clientPlaces}; a name may come from several. A file that cannot
 * be parsed has none. Reads through `readFile` only.
 */
export async function readClientServers(
  client: ClientName,
  scope: ConfigSource,
  options: ClientSurroundings & { readonly readFile: ReadFile },
): Promise<readonly ServerEntry[]> {
  const places = clientPlaces(client, scope, options);
  const files = places.map(({ file }) => file);
  const texts = new Map((await readExisting(files, options.readFile)).map(({ file, text }) => [file, text]));
  return places.flatMap((place) => {
    const text = texts.get(place.file);
    return text === undefined ? [] : readServers(text, { ...place, source: scope }).servers;
  });
}
