import type { UpstreamServer } from '@modegate/mcp-host/connections';

/** A server before it is started. */
export type StartCandidate = Pick<UpstreamServer, 'name' | 'entry' | 'state'>;

interface Showing {
  readonly folder: string;
  readonly words: typeof import('@modegate/mcp-host/connections');
}

/**
 * Describes the servers that would be started or connected to, and those that would not: commands and URLs as written
 * in their files, so that `${…}` remains a name; environment variables and headers by name only. Each line of output
 * occupies one terminal line.
 *
 * @param folder - Absolute path of the working folder for processes whose entry specifies no folder.
 */
export async function describeStarts(servers: readonly StartCandidate[], folder: string): Promise<readonly string[]> {
  // Imported along with the connections, and only in a run that may start servers.
  const showing: Showing = { folder, words: await import('@modegate/mcp-host/connections') };
  const starts = servers.filter(({ state }) => state.status !== 'disabled');
  const others = servers.filter(({ state }) => state.status === 'disabled');
  return [
    ...(starts.length === 0 ? [] : ['--live starts these servers and asks each for its tools:', '']),
    ...starts.flatMap((server) => describeStart(server, showing)),
    ...(others.length === 0 ? [] : ['Not started:', '']),
    ...others.map((server) => `  ${describeOther(server, showing)}`),
    ...(others.length === 0 ? [] : ['']),
  ];
}

function describeStart({ name, entry }: StartCandidate, { folder, words }: Showing): readonly string[] {
  if (entry.state === 'invalid') return [];
  const { line, place, names } = words.describeLaunch(entry, { folder });
  const from = `from ${words.quoteWord(entry.file)}:${entry.line}`;
  const details = [from, place, ...(names === undefined ? [] : [names])].join(', ');
  return [`  ${words.quoteWord(name)}`, `    ${line}`, `    ${details}`, ''];
}

function describeOther({ name, state }: StartCandidate, { words }: Showing): string {
  return `${words.quoteWord(name)}: ${state.status === 'disabled' ? words.escapeInvisible(state.reason) : ''}`;
}
