import { jsonPointer } from '@modegate/json';
import type { ServerEntry } from '@modegate/project';

/** One string in a server's entry, with its name in the entry. */
export interface WrittenValue {
  readonly kind: 'env' | 'header' | 'argument' | 'url';
  /** Name of the variable, header or option; `''` if it has none. */
  readonly name: string;
  readonly value: string;
  readonly pointer: string;
}

// Far more than a server needs; reading the values in a hostile file must not take forever.
const maxValues = 2000;

/** Returns the strings in an entry that may contain a secret; returns an empty list for an unreadable entry. */
export function writtenValues(server: ServerEntry): readonly WrittenValue[] {
  if (server.state === 'invalid') return [];
  const { config, pointer } = server;
  if (config.type !== 'stdio')
    return [
      { kind: 'url' as const, name: '', value: config.url, pointer: `${pointer}/url` },
      ...namedValues(config.headers, 'header', `${pointer}/headers`),
    ].slice(0, maxValues);
  return [...argumentValues(config.args, `${pointer}/args`), ...namedValues(config.env, 'env', `${pointer}/env`)].slice(
    0,
    maxValues,
  );
}

function namedValues(
  values: Readonly<Record<string, string>>,
  kind: 'env' | 'header',
  pointer: string,
): readonly WrittenValue[] {
  return Object.entries(values).map(([name, value]) => ({ kind, name, value, pointer: pointer + jsonPointer(name) }));
}

/**
 * `--key=value`, `NAME=value` and `Header: value` include the name of the value; the name of any other argument is the
 * option that precedes it.
 */
function argumentValues(args: readonly string[], pointer: string): readonly WrittenValue[] {
  return args.map((argument, index) => {
    const own = /^-{0,2}([A-Za-z][\w.-]{0,80})(?:=|:\s*)(?!\/\/)(.*)$/s.exec(argument);
    const before = /^--?([A-Za-z][\w.-]{0,80})$/.exec(args[index - 1] ?? '');
    const [name = '', value = argument] = own === null ? [before?.[1]] : [own[1], own[2]];
    return { kind: 'argument', name, value, pointer: `${pointer}/${index}` };
  });
}
