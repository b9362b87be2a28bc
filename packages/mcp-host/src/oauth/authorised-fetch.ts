import { HostError } from '../host-error.ts';
import { type BearerChallenge, coversScope, readBearerChallenge } from './challenge.ts';
import { isWithinResource } from './oauth-target.ts';
import type { SentToken, TokenSource } from './token-source.ts';

/** Options of {@link createAuthorisedFetch}. */
export interface AuthorisedFetchOptions {
  readonly server: string;
  /** The URL of the server. */
  readonly url: string;
  readonly source: TokenSource;
  /** True if the server itself chooses its message endpoint (HTTP+SSE), which may be any URL at its origin. */
  readonly namesEndpoint: boolean;
  /** Sends requests. Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch;
}

/**
 * Wraps `fetch` so that requests to a server carry its token, and other requests carry no token. If a token is
 * rejected, the returned function renews it and sends the request once more; it does the same if a wider scope is
 * required and can be obtained without a person. It throws HostError `LOGIN_NEEDED` if only a person can help, and
 * `LOGIN_FAILED` if no new token was obtained.
 */
export function createAuthorisedFetch(options: AuthorisedFetchOptions): typeof fetch {
  const { source, fetch: send = fetch } = options;
  return async (input, init) => {
    const url = addressOf(input);
    const sendWith = (token: SentToken | undefined): Promise<Response> =>
      send(input, token !== undefined && mayCarry(options, token, url) ? withToken(init, token) : init);
    let token = await source.current();
    let response = await sendWith(token);
    if (response.status === 401 && wantsToken(response)) {
      const renewed = token === undefined ? undefined : await source.renew(token);
      if (renewed === undefined || renewed.value === token?.value) throw await loginNeeded(options, response, token);
      await discard(response);
      token = renewed;
      response = await sendWith(token);
      if (response.status === 401) throw await loginNeeded(options, response, token);
    }
    if (response.status !== 403 || token === undefined) return response;
    const missing = missingScope(response);
    if (missing === undefined) return response;
    if (coversScope(token.scope, missing)) throw await scopeRefused(options, response, missing);
    const wider = await source.widen(missing);
    if (wider === undefined) throw await scopeNeeded(options, response, missing);
    await discard(response);
    const last = await sendWith(wider);
    if (last.status === 403 && missingScope(last) !== undefined) throw await scopeNeeded(options, last, missing);
    return last;
  };
}

function addressOf(input: Parameters<typeof fetch>[0]): string {
  return input instanceof Request ? input.url : String(input);
}

/**
 * True if a request may carry the token. RFC 8707: a token is sent only to the resource for which it was issued.
 * HTTP+SSE servers choose their own message endpoint.
 */
function mayCarry({ url: own, namesEndpoint }: AuthorisedFetchOptions, { resource }: SentToken, url: string): boolean {
  if (isWithinResource(url, resource)) return true;
  return namesEndpoint && isWithinResource(own, resource) && new URL(url).origin === new URL(own).origin;
}

function withToken(init: RequestInit | undefined, { value }: SentToken): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${value}`);
  return { ...init, headers };
}

/** False for a server that requests other credentials, because a token would not help there. */
function wantsToken({ headers }: Response): boolean {
  return headers.get('www-authenticate') === null || readBearerChallenge(headers) !== undefined;
}

/**
 * Returns the scope that, according to a response, is missing (MCP 2025-11-25, basic/authorization, runtime
 * insufficient scope errors).
 */
function missingScope({ headers }: Response): string | undefined {
  const challenge: BearerChallenge | undefined = readBearerChallenge(headers);
  return challenge?.error === 'insufficient_scope' ? (challenge.scope ?? '') : undefined;
}

async function loginNeeded(
  { server, source }: AuthorisedFetchOptions,
  response: Response,
  token: SentToken | undefined,
): Promise<HostError<'LOGIN_NEEDED'>> {
  await discard(response);
  const scope = readBearerChallenge(response.headers)?.scope;
  const why = token === undefined ? 'wants a login' : 'no longer accepts the login';
  return new HostError('LOGIN_NEEDED', `The server "${server.slice(0, 100)}" ${why}. ${source.advice}`, {
    data: { server, scope, httpStatus: 401 },
  });
}

async function scopeNeeded(
  { server, source }: AuthorisedFetchOptions,
  response: Response,
  scope: string,
): Promise<HostError<'LOGIN_NEEDED'>> {
  await discard(response);
  const what = scope === '' ? 'a wider scope' : `the scope "${scope.slice(0, 300)}"`;
  return new HostError(
    'LOGIN_NEEDED',
    `The login to the server "${server.slice(0, 100)}" does not cover this request: the server requires ${what}. ${source.advice}`,
    { data: { server, scope: scope === '' ? undefined : scope, httpStatus: 403 } },
  );
}

/** Another login would yield the same token. */
async function scopeRefused(
  { server }: AuthorisedFetchOptions,
  response: Response,
  scope: string,
): Promise<HostError<'LOGIN_FAILED'>> {
  await discard(response);
  const reason = `denies this request because the scope "${scope.slice(0, 300)}" is missing, although the login covers it. Another login would not help; contact the operator of the server.`;
  return new HostError('LOGIN_FAILED', `The server "${server.slice(0, 100)}" ${reason}`, { data: { server, reason } });
}

async function discard({ body }: Response): Promise<void> {
  await body?.cancel().catch(() => undefined);
}
