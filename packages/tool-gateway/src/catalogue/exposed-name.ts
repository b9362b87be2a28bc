import { createHash } from 'node:crypto';

/** A server's item that needs an exposed name; the server's and the item's own names are verbatim. */
export interface NamedThing {
  readonly server: string;
  readonly name: string;
}

/** Options for {@link exposedNames}. */
export interface ExposedNameOptions {
  /** Reserved names, such as those of the gateway's own tools. */
  readonly reservedNames?: ReadonlySet<string> | undefined;
}

/**
 * The preferred maximum length. Clients add `mcp__modegate__` or a longer prefix, and model providers reject names of
 * more than 64 characters in total.
 */
export const preferredNameLength = 45;

/**
 * Gives each item the name by which clients know it: `server__name`, matching `^[a-zA-Z0-9_-]{1,64}$`; all names are
 * distinct, even for a client that treats `-` and `_` as the same.
 *
 * Runs of other characters become one `_`, and the server's part never contains `__`. A name of more than 45 characters
 * is truncated and ends with a hash of the server and the name. The same applies to names that would be alike, and to
 * reserved names; if a name that would be alike appears later, both names change, and neither item gets the name that
 * they would share: a call that uses an old name finds nothing rather than another tool. Otherwise, a name depends only
 * on the item's own server and name, and not on the order, the other items or the time. To map a name back to its item,
 * use a table, because a name cannot be split.
 *
 * @param things - Each pair of server and name once.
 * @returns The names in the order of `things`.
 */
export function exposedNames(
  things: readonly NamedThing[],
  { reservedNames = new Set() }: ExposedNameOptions = {},
): readonly string[] {
  const named = things.map((thing) => ({ thing, ...initialName(thing) }));
  const reserved = new Set([...reservedNames].map(fold));
  // Each round lengthens the hash of all equal names, so that the result does not depend on the order.
  for (;;) {
    const counts = new Map<string, number>();
    for (const { name } of named) counts.set(fold(name), (counts.get(fold(name)) ?? 0) + 1);
    const unsettled = named.filter(
      ({ name, level }) => level < hashLengths.length && (reserved.has(fold(name)) || counts.get(fold(name)) !== 1),
    );
    if (unsettled.length === 0) return named.map(({ name }) => name);
    for (const entry of unsettled) {
      entry.level += 1;
      entry.name = hashedName(entry.thing, entry.level);
    }
  }
}

// Some clients show `-` as `_`, and rename two tools whose names differ only in these characters.
function fold(name: string): string {
  return name.replaceAll('-', '_');
}

/**
 * Number of hash digits in a name, by level; level 0 has no hash. At the last level, the name consists of the complete
 * hash alone.
 */
const hashLengths = [8, 16, 32, 64] as const;

function initialName(thing: NamedThing): { name: string; level: number } {
  const name = readableName(thing.name);
  const plain = `${readableServer(thing.server)}__${name}`;
  const isPlain = name !== '' && plain.length <= preferredNameLength;
  return isPlain ? { name: plain, level: 0 } : { name: hashedName(thing, 1), level: 1 };
}

function hashedName(thing: NamedThing, level: number): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([thing.server, thing.name]))
    .digest('hex')
    .slice(0, hashLengths[level - 1]);
  const budget = preferredNameLength - '___'.length - hash.length;
  if (budget < 2) return hash;
  const server = readableServer(thing.server);
  const name = readableName(thing.name);
  // The tool's name is more informative than the server's, so it gets three fifths of the length if both are long.
  const serverLength = Math.max(budget - name.length, Math.floor((budget * 2) / 5));
  const head = keepEnd(server, serverLength);
  const tail = name.slice(0, budget - head.length).replace(/[_-]+$/, '');
  return tail === '' ? `${head}__${hash}` : `${head}__${tail}_${hash}`;
}

/**
 * Retains the end of a server name: server names are often paths or packages (`github.com/owner/server`), whose end is
 * the most informative part.
 */
function keepEnd(server: string, length: number): string {
  if (server.length <= length) return server;
  const end = server.slice(-length);
  // The result starts at a whole word unless that would cost half of the length.
  const word = /[_-](?=[^_-])/.exec(server.slice(-length - 1));
  return word !== null && word.index <= length / 2 ? end.slice(word.index) : end;
}

/**
 * Returns the readable form of a server name. It is never empty, never contains `__` and never ends with `_`: the first
 * `__` of an exposed name ends the server's part.
 */
function readableServer(server: string): string {
  const readable = readableName(server).replaceAll(/_{2,}/g, '_').replace(/_$/, '');
  return readable === '' ? 'server' : readable;
}

/** Returns the valid characters of a name; the result may be empty. */
function readableName(name: string): string {
  // The name is truncated first: very long names are not worth processing completely.
  const start = name.slice(0, 256);
  if (/^[a-zA-Z0-9_-]*$/.test(start)) return start;
  return start.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').replaceAll(/^_+|_+$/g, '');
}
