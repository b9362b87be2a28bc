import { attempt } from '@modegate/json';
import type { ServerConfig } from '@modegate/server-config';

/** Variables that identify the user and system; messages may show them. */
const NO_SECRETS: ReadonlySet<string> = new Set([
  'HOME',
  'LOGNAME',
  'PATH',
  'PWD',
  'SHELL',
  'TERM',
  'USER',
  'USERPROFILE',
]);

/** Shorter values in a URL are typically versions, language codes or similar values that are not secret. */
const MIN_URL_VALUE = 8;

/** An environment that records the values read from it. */
export interface WatchedEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Returns the values read so far, except those that are not secret. */
  readonly values: () => readonly string[];
}

/** Records the environment values that a configuration uses. */
export function watchedEnvironment(env: Readonly<Record<string, string | undefined>>): WatchedEnvironment {
  const read = new Set<string>();
  const watched = new Proxy(env, {
    get(target, name) {
      const value = typeof name === 'string' ? target[name] : undefined;
      if (typeof name === 'string' && value !== undefined && !NO_SECRETS.has(name)) read.add(value);
      return value;
    },
  });
  return { env: watched, values: () => [...read] };
}

/** Returns everything in a substituted configuration that no message may show. */
export function secretsOf(config: ServerConfig, fromEnvironment: readonly string[]): readonly string[] {
  if (config.type === 'stdio') return [...Object.values(config.env), ...fromEnvironment];
  return [...Object.values(config.headers), ...secretsInUrl(config.url), ...fromEnvironment];
}

function secretsInUrl(text: string): readonly string[] {
  if (!URL.canParse(text)) return [];
  const { username, password, pathname, searchParams } = new URL(text);
  const steps = pathname.split('/').filter((step) => !isPlainWord(step));
  const long = [...searchParams.values(), decoded(username), ...steps, ...steps.map(decoded)];
  return [decoded(password), ...long.filter((value) => value.length >= MIN_URL_VALUE)];
}

/**
 * True if a path segment looks like a word, such as `streamable-http`; tokens contain digits or capitals, or are long.
 */
function isPlainWord(step: string): boolean {
  return /^[a-z._-]{1,19}$/.test(step);
}

function decoded(text: string): string {
  return attempt(() => decodeURIComponent(text)) ?? text;
}
