import { isSecretHeader } from '@modegate/secrets';
import type { ValidServerEntry } from '@modegate/server-config';

/** A description of an entry for the person who approves it, one line per property. */
export interface LaunchDescription {
  /** The command line, or the URL. */
  readonly line: string;
  /** The working folder, or the transport. */
  readonly place: string;
  /** Names of the variables or headers; undefined if there are none. */
  readonly names: string | undefined;
  /** The same names with their values, except where a name suggests a secret. */
  readonly values: string | undefined;
  /** True if part of the text was cut off. */
  readonly isCut: boolean;
}

/** Options of {@link describeLaunch}. */
export interface DescribeLaunchOptions {
  /** Absolute path of the working folder for processes whose entry does not specify one. */
  readonly folder: string;
  /** Maximum length of a line; if a line is longer, the number of characters cut off is shown. Default: no limit. */
  readonly maxLine?: number | undefined;
}

/**
 * Describes an entry as written in its file, with `${…}` unresolved. Escapes everything that a terminal would interpret
 * or hide, and quotes words if necessary.
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

/** Escapes characters that a terminal would interpret or hide. */
export function escapeInvisible(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

const plainWord = /^[\w@%+=:,./\\${}~^-]+$/;

/** Quotes a word whose start or end would otherwise be unclear. */
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
