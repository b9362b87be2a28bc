import type { ConfigSource, ServerEntry } from '../entries/server-entry.ts';
import { readServers } from '../reading/read-server-config.ts';
import { type ClientEnvironment, type ClientLocation, clientLocations } from './client-file-path.ts';
import type { ClientName } from './client-files.ts';
import type { ReadFile } from './client-texts.ts';

/** Servers that a client reads in a scope. */
export interface ClientServers {
  /** Servers in all of the client's files, in the order of {@link clientLocations}; a name may occur more than once. */
  readonly servers: readonly ServerEntry[];
  /** Files that exist but cannot be read or parsed, so their servers are unknown. */
  readonly unreadable: readonly string[];
}

/**
 * Reads every file that a client uses in a scope, only through `readFile`. Never rejects: a file for which `readFile`
 * throws is treated as unreadable.
 */
export async function readClientServers(
  client: ClientName,
  scope: ConfigSource,
  options: ClientEnvironment & { readonly readFile: ReadFile },
): Promise<ClientServers> {
  const places = clientLocations(client, scope, options);
  const readings = await Promise.all(places.map((place) => readPlace(place, scope, options.readFile)));
  return {
    servers: readings.flatMap((reading) => reading?.servers ?? []),
    unreadable: places.filter((_, index) => readings[index]?.unreadable === true).map(({ file }) => file),
  };
}

async function readPlace(place: ClientLocation, source: ConfigSource, readFile: ReadFile) {
  try {
    const text = await readFile(place.file);
    return text === undefined || text.trim() === '' ? undefined : readServers(text, { ...place, source });
  } catch {
    return { servers: [], unreadable: true };
  }
}
