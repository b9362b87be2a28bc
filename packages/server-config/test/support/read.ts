import { readServerConfig, type ServerEntry } from '@modegate/server-config';

/** The file that the tests read. */
export const file = '/project/.roo/mcp.json';

/** Reads a text, or a value as its JSON. */
export function read(config: unknown, options: Partial<Parameters<typeof readServerConfig>[1]> = {}) {
  return readServerConfig(typeof config === 'string' ? config : JSON.stringify(config, undefined, 2), {
    file,
    ...options,
  });
}

/** Reads a file of one server. */
export function only(config: unknown, options: Partial<Parameters<typeof readServerConfig>[1]> = {}) {
  const reading = read({ mcpServers: { it: config } }, options);
  const [entry] = reading.servers;
  if (entry === undefined) throw new Error('expected one server');
  return { entry, codes: reading.problems.map(({ code }) => code), problems: reading.problems };
}

/** The configuration of an entry that is expected to be valid. */
export function configOf(entry: ServerEntry) {
  if (entry.state === 'invalid') throw new Error(entry.problems.map(({ message }) => message).join('\n'));
  return entry.config;
}
