import type { UpstreamServer } from '@modegate/mcp-host/connections';

/** A server before it is started. */
export type StartCandidate = Pick<UpstreamServer, 'name' | 'entry' | 'state'>;

/**
 * Tells what would be started or connected to, and what not: commands and URLs as their files have them, so that `${…}` stays a name, and of
 * environments and headers the names only. One line of text is one line on the terminal, whatever a file holds.
 *
 * @param folder - Absolute; where a process is started whose entry names no folder.
 */
export function describeStarts(servers: readonly StartCandidate[], folder: string): readonly string[] {
  const starts = servers.filter(({ state }) => state.status !== 'disabled');
  const others = servers.filter(({ state }) => state.status === 'disabled');
  return [
    ...(starts.length === 0 ? [] : ['--live starts these servers and asks each for its tools:', '']),
    ...starts.flatMap((server) => describeStart(server, folder)),
    ...(others.length === 0 ? [] : ['Not started:', '']),
    ...others.map((server) => `  ${describeOther(server)}`),
    ...(others.length === 0 ? [] : ['']),
  ];
}

function describeStart({ name, entry }: StartCandidate, folder: string): readonly string[] {
  if (entry.state === 'invalid') return [];
  const { config } = entry;
  const start =
    config.type === 'stdio'
      ? {
          line: [config.command, ...config.args].map(showWord).join(' '),
          place: `in ${showWord(config.cwd ?? folder)}`,
          names: namesOf('environment', config.env),
        }
      : { line: showWord(config.url), place: `by ${config.type}`, names: namesOf('headers', config.headers) };
  const from = `from ${showWord(entry.file)}:${entry.line}`;
  return [`  ${showWord(name)}`, `    ${start.line}`, `    ${[from, start.place, ...start.names].join(', ')}`, ''];
}

function namesOf(what: string, values: Readonly<Record<string, string>>): readonly string[] {
  const names = Object.keys(values).map(showWord);
  return names.length === 0 ? [] : [`${what}: ${names.join(' ')}`];
}

function describeOther({ name, state }: StartCandidate): string {
  return `${showWord(name)}: ${state.status === 'disabled' ? showText(state.reason) : ''}`;
}

const plainWord = /^[\w@%+=:,./\\${}~^-]+$/;

/** A word with its borders to be seen, and with everything escaped that a terminal would obey or hide. */
function showWord(word: string): string {
  return plainWord.test(word) ? word : showText(JSON.stringify(word));
}

function showText(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
