import { isSecretHeader } from '@modegate/secrets';
import type { ValidServerEntry } from '@modegate/server-config';

/** What an entry starts, for a person who decides about it: one line each, whatever the file holds. */
export interface ShownStart {
  /** The command line, or the address. */
  readonly line: string;
  /** The folder that it runs in, or how the address is spoken to. */
  readonly place: string;
  /** The names of its variables or headers; undefined when it has none. */
  readonly names: string | undefined;
  /** The same with their values, but for those whose names say that they are secret. */
  readonly values: string | undefined;
}

/** How much of one line is shown; what is cut off is counted. */
const MAX_LINE = 1_500;

/**
 * Shows what an entry starts as its file has it, so that `${…}` stays a name. Everything that a terminal would obey or hide is escaped, and words have borders that can be seen.
 *
 * @param folder - Absolute; where a process is started whose entry names no folder.
 */
export function showStart({ config }: ValidServerEntry, folder: string): ShownStart {
  if (config.type === 'stdio') {
    const forwarded = Object.fromEntries((config.envVars ?? []).map((name) => [name, `\${env:${name}}`]));
    const line = cut([config.command, ...config.args].map(showWord).join(' '));
    return {
      line,
      place: cut(`in ${showWord(config.cwd ?? folder)}`),
      ...pairs('environment', { ...forwarded, ...config.env }),
    };
  }
  return { line: cut(showWord(config.url)), place: `by ${config.type}`, ...pairs('headers', config.headers) };
}

/** A text with everything escaped that a terminal would obey or hide. */
export function showText(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

const plainWord = /^[\w@%+=:,./\\${}~^-]+$/;

/** A word with its borders to be seen. */
export function showWord(word: string): string {
  return plainWord.test(word) ? word : showText(JSON.stringify(word));
}

function pairs(what: string, values: Readonly<Record<string, string>>): Pick<ShownStart, 'names' | 'values'> {
  const names = Object.keys(values);
  if (names.length === 0) return { names: undefined, values: undefined };
  const shown = Object.entries(values).map(
    ([name, value]) => `${showWord(name)}=${isSecretHeader(name) ? '…' : showWord(value)}`,
  );
  return { names: cut(`${what}: ${names.map(showWord).join(' ')}`), values: cut(`${what}: ${shown.join(' ')}`) };
}

function cut(line: string): string {
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE)}… (and ${line.length - MAX_LINE} more characters)`;
}
