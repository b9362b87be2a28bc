import { isSecretHeader } from '@modegate/secrets';
import type { ValidServerEntry } from '@modegate/server-config';

/** What an entry starts, for a person who decides about it: one line each, whatever the file holds. */
export interface LaunchDescription {
  /** The command line, or the address. */
  readonly line: string;
  /** The folder that it runs in, or how the address is spoken to. */
  readonly place: string;
  /** The names of its variables or headers; undefined when it has none. */
  readonly names: string | undefined;
  /** The same with their values, but for those whose names say that they are secret. */
  readonly values: string | undefined;
  /** Whether something was cut off. */
  readonly isCut: boolean;
}

/** Where a person sees an entry. */
export interface DescribeLaunchOptions {
  /** Absolute; where a process is started whose entry names no folder. */
  readonly folder: string;
  /** The most characters of a line; what is cut off is counted. Default: all are shown. */
  readonly maxLine?: number | undefined;
}

/**
 * Shows what an entry starts as its file has it, so that `${…}` stays a name. Everything that a terminal would obey or hide is escaped, and words have borders that can be seen.
 */
export function describeLaunch(
  entry: ValidServerEntry,
  { folder, maxLine = Infinity }: DescribeLaunchOptions,
): LaunchDescription {
  const { line, place, names, values } = wholeStart(entry, folder);
  const cut = (text: string): string => cutLine(text, maxLine);
  return {
    line: cut(line),
    place: cut(place),
    names: names && cut(names),
    values: values && cut(values),
    isCut: [line, place, names, values].some((text = '') => text.length > maxLine),
  };
}

function wholeStart({ config }: ValidServerEntry, folder: string): Omit<LaunchDescription, 'isCut'> {
  if (config.type === 'stdio') {
    const forwarded = Object.fromEntries((config.envVars ?? []).map((name) => [name, `\${env:${name}}`]));
    return {
      line: [config.command, ...config.args].map(quoteWord).join(' '),
      place: `in ${quoteWord(config.cwd ?? folder)}`,
      ...pairs('environment', { ...forwarded, ...config.env }),
    };
  }
  return { line: quoteWord(config.url), place: `by ${config.type}`, ...pairs('headers', config.headers) };
}

/** A text with everything escaped that a terminal would obey or hide. */
export function escapeInvisible(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

const plainWord = /^[\w@%+=:,./\\${}~^-]+$/;

/** A word with its borders to be seen. */
export function quoteWord(word: string): string {
  return plainWord.test(word) ? word : escapeInvisible(JSON.stringify(word));
}

function pairs(what: string, values: Readonly<Record<string, string>>): Pick<LaunchDescription, 'names' | 'values'> {
  const names = Object.keys(values);
  if (names.length === 0) return { names: undefined, values: undefined };
  const shown = Object.entries(values).map(
    ([name, value]) => `${quoteWord(name)}=${isSecretHeader(name) ? '…' : quoteWord(value)}`,
  );
  return { names: `${what}: ${names.map(quoteWord).join(' ')}`, values: `${what}: ${shown.join(' ')}` };
}

function cutLine(line: string, max: number): string {
  return line.length <= max ? line : `${line.slice(0, max)}… (and ${line.length - max} more characters)`;
}
