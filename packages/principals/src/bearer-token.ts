import { type AuthFailure, authFailure } from './auth-failure.ts';

/**
 * Headers of a request, with names in lower case. Include all `Authorization` headers, as a list or joined (see
 * `joinDuplicateHeaders` in Node's server), because Node keeps only the first by default, and a proxy in front of the
 * server may have checked a different one.
 */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Maximum length of a token; longer tokens are not examined. By default, Node accepts 16 KiB for all headers together.
 */
export const MAX_TOKEN_LENGTH = 8_192;

/** Reads the token from `Authorization: Bearer <token>` (RFC 6750, section 2.1); tokens elsewhere are ignored. */
export function readBearerToken(
  headers: RequestHeaders,
): { readonly kind: 'token'; readonly text: string } | AuthFailure {
  const values = [headers.authorization ?? []].flat();
  const [value] = values;
  if (values.length > 1)
    return authFailure('TOKEN_MALFORMED', 'The request must contain exactly one Authorization header');
  if (value === undefined || !/^bearer /i.test(value))
    return authFailure('TOKEN_MISSING', "A token is required. Send it as 'Authorization: Bearer <token>'");
  if (value.length > MAX_TOKEN_LENGTH + 'Bearer '.length)
    return authFailure('TOKEN_MALFORMED', `The token is longer than ${MAX_TOKEN_LENGTH} characters`);
  const text = /^bearer +([\w.~+/-]+=*)$/i.exec(value)?.[1];
  if (text === undefined) return authFailure('TOKEN_MALFORMED', "The Authorization header must be 'Bearer <token>'");
  return { kind: 'token', text };
}
