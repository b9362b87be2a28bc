/** The token requirements in `WWW-Authenticate` (RFC 6750, RFC 9728). */
export interface BearerChallenge {
  readonly resourceMetadata: string | undefined;
  readonly scope: string | undefined;
  readonly error: string | undefined;
}

/** Reads the Bearer challenge in a response; returns undefined if the response contains none. */
export function readBearerChallenge(headers: Headers): BearerChallenge | undefined {
  const header = headers.get('www-authenticate') ?? '';
  const start = /(?:^|,)\s*bearer(?=\s|,|$)/iu.exec(header);
  if (start === null) return undefined;
  const parameters = readParameters(header.slice(start.index + start[0].length));
  return {
    resourceMetadata: parameters.get('resource_metadata'),
    scope: readScope(parameters.get('scope')),
    error: parameters.get('error'),
  };
}

/**
 * Reads a scope as defined in RFC 6749, section 3.3; returns undefined for an invalid scope, so that it is never sent
 * or shown.
 */
export function readScope(text: string | undefined): string | undefined {
  const isScope =
    text !== undefined &&
    text.length <= MAX_SCOPE_LENGTH &&
    /^[\x21\x23-\x5B\x5D-\x7E]+(?: [\x21\x23-\x5B\x5D-\x7E]+)*$/u.test(text);
  return isScope ? text : undefined;
}

/**
 * Joins scopes without duplicates, up to the length that {@link readScope} accepts, because a server may require
 * different scopes for each call.
 */
export function joinScopes(...scopes: readonly (string | undefined)[]): string | undefined {
  const joined = new Set<string>();
  let length = -1;
  for (const word of scopes.flatMap((scope) => scope?.split(' ') ?? [])) {
    if (word === '' || joined.has(word) || length + 1 + word.length > MAX_SCOPE_LENGTH) continue;
    joined.add(word);
    length += 1 + word.length;
  }
  return joined.size === 0 ? undefined : [...joined].join(' ');
}

/** True if a scope includes every word of another scope, which must not be empty. */
export function coversScope(scope: string | undefined, wanted: string): boolean {
  const words = new Set(scope?.split(' '));
  return wanted !== '' && wanted.split(' ').every((word) => words.has(word));
}

const MAX_SCOPE_LENGTH = 4_000;

const PARAMETER = /[\s,]*([\w-]{1,64})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/uy;

/** Returns the parameters up to the next scheme. If a name occurs twice, the first value is used. */
function readParameters(text: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  const pattern = new RegExp(PARAMETER);
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [, name = '', quoted, plain] = found;
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted?.replaceAll(/\\(.)/gu, '$1') ?? plain ?? '');
  }
  return parameters;
}
