import { type Denial, deny } from './denial.ts';

/**
 * The headers of a request, with names in lower case. If there are several `Authorization` headers, all must be here,
 * as a list or joined (`joinDuplicateHeaders` of Node's server): by default Node keeps only the first, and a proxy in
 * front may have checked another.
 */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Maximum length of an accepted token. By default Node limits all headers together to 16 KiB. */
export const MAX_TOKEN_LENGTH = 8_192;

/** Reads the token of `Authorization: Bearer <token>` (RFC 6750, section 2.1); a token anywhere else does not count. */
export function readBearerToken(headers: RequestHeaders): { readonly kind: 'token'; readonly text: string } | Denial {
  const values = [headers.authorization ?? []].flat();
  const [value] = values;
  if (values.length > 1) return deny('TOKEN_MALFORMED', 'There must be exactly one Authorization header');
  if (value === undefined || !/^bearer /i.test(value))
    return deny('TOKEN_MISSING', "A token is needed. Send it as 'Authorization: Bearer <token>'");
  if (value.length > MAX_TOKEN_LENGTH + 'Bearer '.length)
    return deny('TOKEN_MALFORMED', `The token is longer than ${MAX_TOKEN_LENGTH} characters`);
  const text = /^bearer +([\w.~+/-]+=*)$/i.exec(value)?.[1];
  if (text === undefined) return deny('TOKEN_MALFORMED', "The Authorization header must be 'Bearer <token>'");
  return { kind: 'token', text };
}
