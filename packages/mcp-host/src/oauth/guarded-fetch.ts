import { lookup as systemLookup } from 'node:dns/promises';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { messageOf } from '../host-error.ts';
import { loginFailed } from './failure.ts';
import { type AddressScope, addressScope, mayRedirectTo } from './private-address.ts';

/** Fetches URLs specified by a server or its metadata, within restrictions that depend on the server's own address. */
export type GuardedFetch = Awaited<ReturnType<typeof createGuardedFetch>>;

/** A request during a login, as passed to `fetch`. */
export interface GuardedRequest {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Skips the body of the response, because it may be an endless stream. Default false. */
  readonly headersOnly?: boolean | undefined;
}

/** The server, and the limits for requests made on its behalf. */
export interface GuardOptions {
  /** The name of the server, for messages. */
  readonly server: string;
  readonly url: string;
  /** Resolves a host name. Default: the system's resolver. */
  readonly lookup?: (host: string) => Promise<readonly string[]>;
  /** Maximum size of a response, in bytes. Default 262,144. */
  readonly maxBytes?: number;
  /** Time limit per response, including the body. Default 15,000. */
  readonly timeoutMs?: number;
}

/**
 * Creates the only client for metadata, registrations and tokens. Because the server decides which URLs are requested,
 * the client accepts only HTTPS, or HTTP if both the server and the URL are on this machine; accepts only addresses
 * that are no more private than the server's own, and checks them when connecting, so that a second DNS answer changes
 * nothing; and limits size and time.
 * @throws HostError `LOGIN_FAILED` if the server's own address is not acceptable.
 */
export async function createGuardedFetch(options: GuardOptions) {
  const { server, maxBytes = 262_144, timeoutMs = 15_000 } = options;
  const lookup = options.lookup ?? lookupAll;
  const refuse = (reason: string, cause?: unknown) => loginFailed(server, reason, cause);
  const addressesOf = async (url: URL): Promise<readonly string[]> => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0) return [host];
    const addresses = await lookup(host).catch((cause: unknown) => {
      throw refuse(`the host ${host} cannot be looked up.`, cause);
    });
    if (addresses.length === 0) throw refuse(`the host ${host} has no address.`);
    return addresses;
  };
  const own = new URL(options.url);
  const from = outermost((await addressesOf(own)).map(addressScope));
  const allowsHttp = from === 'loopback';
  const checked = async (url: URL): Promise<readonly string[]> => {
    const shown = `${url.origin}${url.pathname}`;
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowsHttp))
      throw refuse(`${shown} is not HTTPS, which is required for tokens.`);
    if (url.username !== '' || url.password !== '')
      throw refuse(`an address at ${url.host} contains a user name or password.`);
    const addresses = await addressesOf(url);
    const wrong = addresses.find((address) => !mayRedirectTo(from, addressScope(address)));
    if (wrong !== undefined)
      throw refuse(
        `${shown} is at ${wrong}, an address that is more private than that of the server itself, which is not allowed.`,
      );
    if (url.protocol === 'http:' && addresses.some((address) => addressScope(address) !== 'loopback'))
      throw refuse(`${shown} is not HTTPS and not on this machine.`);
    return addresses;
  };
  await checked(own);
  return {
    /** True if plain HTTP is allowed because the server is on this machine. */
    allowsHttp,
    /** Checks a URL. @throws HostError `LOGIN_FAILED` if it must not be requested or shown to a browser. */
    check: async (url: URL) => void (await checked(url)),
    /** Works like `fetch`, but without redirects; failures and forbidden URLs throw HostError `LOGIN_FAILED`. */
    fetch: async (text: string, init: GuardedRequest = {}) => {
      const url = new URL(text);
      const addresses = await checked(url);
      const timeout = AbortSignal.timeout(timeoutMs);
      const signal = init.signal === undefined ? timeout : AbortSignal.any([init.signal, timeout]);
      try {
        return await send(url, init, { signal, maxBytes, addresses });
      } catch (cause) {
        if (init.signal?.aborted === true) throw init.signal.reason;
        const reason = timeout.aborted
          ? `no complete response arrived within ${timeoutMs / 1_000} s`
          : messageOf(cause);
        throw refuse(`${url.origin}${url.pathname} could not be queried (${reason}).`, cause);
      }
    },
  };
}

async function lookupAll(host: string): Promise<readonly string[]> {
  return (await systemLookup(host, { all: true })).map(({ address }) => address);
}

/**
 * Rates a host with several addresses by its most public address, because a name server under someone else's control
 * could add private addresses.
 */
function outermost(reaches: readonly AddressScope[]): AddressScope {
  return (['public', 'private', 'loopback'] as const).find((reach) => reaches.includes(reach)) ?? 'never';
}

interface Sending {
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  /** The checked addresses; connections are made only to these. */
  readonly addresses: readonly string[];
}

async function send(url: URL, init: GuardedRequest, { signal, maxBytes, addresses }: Sending): Promise<Response> {
  const body = init.body === undefined || init.body === null ? undefined : String(init.body);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const headers = { ...init.headers, ...length };
  const { method = 'GET' } = init;
  const options: RequestOptions = { method, headers, signal, lookup: answerWith(addresses), agent: false };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, resolve);
    request.on('error', reject);
    request.end(body);
  });
  if (init.headersOnly !== true) return toResponse(response, await readBody(response, maxBytes));
  response.destroy();
  return toResponse(response, Buffer.alloc(0));
}

/** Answers the connection's DNS lookup with the checked addresses. */
function answerWith(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    if (all === true) callback(null, known);
    else callback(null, known[0]?.address ?? '', known[0]?.family);
  };
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new Error(`its response has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toResponse({ statusCode = 0, headersDistinct }: IncomingMessage, body: Buffer): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const isEmpty = [204, 205, 304].includes(statusCode);
  return new Response(isEmpty ? null : new Uint8Array(body), { status: statusCode, headers });
}
