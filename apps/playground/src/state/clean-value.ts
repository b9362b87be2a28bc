import { isRandomLooking } from '@modegate/policy-check';
import { holdsSecrets, isSecretOption } from './secret-keys.ts';

/** Replaces removed values in a link. It is a plain word in YAML too, where brackets would denote a list. */
export const mask = 'REDACTED';

/** A string in a server file, with its path. */
export interface WrittenString {
  readonly value: string;
  readonly path: readonly (string | number)[];
  /** For an argument, the argument that precedes it. */
  readonly previous?: string | undefined;
  /** True for the package that a launcher fetches. */
  readonly isPackage?: boolean | undefined;
}

/**
 * Returns the part of a string that a link may contain: all of a harmless string, part of some others, or {@link mask}.
 * Anything not known to be harmless is masked, because unknown keys may also contain secrets.
 */
export function cleanValue(written: WrittenString): string {
  const { value, path } = written;
  if (value === '' || isVariable(value)) return value;
  if (path.some((key) => typeof key === 'string' && holdsSecrets(key))) return mask;
  const key = path.findLast((part) => typeof part === 'string') ?? '';
  if (key === 'args' || (key === 'command' && typeof path.at(-1) === 'number' && path.at(-1) !== 0))
    return cleanArgument(written);
  if (key === 'command') return cleanCommand(value);
  if (addressKeys.has(key)) return cleanAddress(value);
  return plainKeys.has(key) && !isRandomLooking(value) ? value : mask;
}

/** Keys whose strings affect decisions or refer to tools. */
const plainKeys = wordsOf(
  'type transport disabledTools enabledTools alwaysAllow autoApprove tools excludeTools includeTools disabled_tools enabled_tools available_tools id modegate-ignore',
);

const addressKeys = wordsOf('url serverUrl httpUrl endpoint');

/** A reference that the client resolves does not reveal the value to which it refers. */
function isVariable(value: string): boolean {
  return /^(?:(?:Bearer|Basic|token) )?(?:\$\{(?:env:|input:)?[A-Za-z_][\w-]{0,100}\}|\$[A-Z_][A-Z0-9_]{0,100})$/.test(
    value,
  );
}

function cleanArgument({ value, previous = '', isPackage = false }: WrittenString): string {
  if (isSecretOption(previous)) return mask;
  if (isPackage && packageName.test(value) && !isRandomLooking(value)) return value;
  if (/^-[A-Za-z]$|^--?[a-z]{1,20}(?:-[a-z]{1,20}){0,4}$/.test(value) || plainWords.has(value)) return value;
  const option = /^(--?[a-z]{1,20}(?:-[a-z]{1,20}){0,4}=)./s.exec(value)?.[1];
  if (option !== undefined) return option + mask;
  return isAddress(value) ? cleanAddress(value) : mask;
}

const packageName =
  /^(?:@?[A-Za-z0-9][\w.-]{0,60}\/){0,4}[A-Za-z0-9][\w.-]{0,60}(?:(?:@|:|==)[\w.^~-]{1,80}(?::[0-9a-f]{64})?)?$/;

const plainWords = wordsOf('run exec x dlx tool stdio mcp serve start -- /c /k / . .. ~ ~/ $HOME %USERPROFILE%');

/** Returns the program; anything that follows it in the same string is an argument. */
function cleanCommand(value: string): string {
  const [program = '', ...rest] = value.trim().split(/\s+/);
  if (program.includes('://') || program.includes('=') || isRandomLooking(program)) return mask;
  const name = program.split(/[\\/]/).at(-1) ?? '';
  return rest.length === 0 ? name : `${name} ${mask}`;
}

function isAddress(value: string): boolean {
  return /^[a-z][a-z0-9+.-]{0,20}:\/\//i.test(value);
}

/**
 * Returns the scheme and the host, and a path that consists of well-known words; any other part of an address may be a
 * key.
 */
function cleanAddress(value: string): string {
  const match = /^([a-z][a-z0-9+.-]{0,20}:\/\/)(?:[^/?#]*@)?([^/?#@]{1,255})([^?#]*)/is.exec(value);
  if (match === null) return mask;
  const [, scheme = '', host = '', path = ''] = match;
  if (!/^(?:\[[0-9a-f:]+\]|[a-z0-9.-]+|\$\{[\w:.-]+\})(?::\d{1,5})?$/i.test(host)) return mask;
  const labels = host.split('.').map((label) => (isKeyLike(label) ? 'redacted' : label));
  return `${scheme}${labels.join('.')}${/^(?:\/(?:mcp|sse|api|v\d|messages?))*\/?$/.test(path) ? path : '/'}`;
}

/** True for a generated host label, such as those used by services that expose a port on a machine. */
function isKeyLike(label: string): boolean {
  return isRandomLooking(label) || (label.length >= 16 && /\d/.test(label) && !label.includes('-'));
}

function wordsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
