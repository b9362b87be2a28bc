import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Authenticate, AuthenticatedRequest, HttpRefusal } from './authentication.ts';

/** The result of authentication; without authentication, requests have no principal. */
type AuthenticationResult = HttpRefusal | (Partial<AuthenticatedRequest> & { readonly kind: 'admitted' });

interface Authenticators {
  readonly bearerToken: string | undefined;
  readonly authenticate: Authenticate | undefined;
}

/** Authenticates a request by its headers. */
export async function authenticate(
  { bearerToken, authenticate }: Authenticators,
  headers: IncomingHttpHeaders,
): Promise<AuthenticationResult> {
  if (!isTheToken(headers.authorization, bearerToken)) {
    const message = 'A bearer token is required';
    return { kind: 'refused', status: 401, message, headers: { 'WWW-Authenticate': 'Bearer' } };
  }
  return authenticate === undefined ? { kind: 'admitted' } : authenticate(headers);
}

function isTheToken(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined) return true;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
