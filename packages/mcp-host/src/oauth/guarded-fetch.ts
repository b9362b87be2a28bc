import { lookup as systemLookup } from 'node:dns/promises';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { messageOf } from '../host-error.ts';
import { loginFailed } from './failure.ts';
import { type AddressScope, addressScope, mayRedirectTo } from './private-address.ts';

/** Asks what a server or its metadata names, within the bounds that the server itself sets. */
export interface GuardedFetch {
  /** Like `fetch`, but follows no redirect, and what it cannot or may not ask is a HostError `LOGIN_FAILED`. */
  readonly fetch: (url: string, init?: GuardedRequest) => Promise<Response>;
  /** @throws HostError `LOGIN_FAILED` for a URL that must not be asked, or shown to a browser. */
  readonly check: (url: URL) => Promise<void>;
  /** Whether plain HTTP may be used: the server is on this machine. */
  readonly allowsHttp: boolean;
}

/** A request of the login, as `fetch` takes it. */
export interface GuardedRequest {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Leaves the body of the answer, which may be a stream without an end. Default false. */
  readonly headersOnly?: boolean | undefined;
}

/** For which server the requests are, and how far they may go. */
export interface GuardOptions {
  /** The name of the server, for messages. */
  readonly server: string;
  readonly url: string;
  /** The addresses of a host. Default: those of the system. */
  readonly lookup?: (host: string) => Promise<readonly string[]>;
  /** Default 262,144. */
  readonly maxBytes?: number;
  /** For one answer, to its end. Default 15,000. */
  readonly timeoutMs?: number;
}

/**
 * Makes the only way in which metadata, registrations and tokens are asked for. A server decides what is asked next, so: HTTPS, or HTTP on this
 * machine when the server is on it too; an address at most as far inside as the server's own, checked at the moment of connecting, so that a
 * second answer of the name server changes nothing; bounded size and time.
 *
 * @throws HostError `LOGIN_FAILED` when the server's own address is not acceptable.
 */
export async function createGuardedFetch(options: GuardOptions): Promise<GuardedFetch> {
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
      throw refuse(`${shown} is not HTTPS, which tokens and the requests for them need.`);
    if (url.username !== '' || url.password !== '')
      throw refuse(`an address at ${url.host} holds a user name or password.`);
    const addresses = await addressesOf(url);
    const wrong = addresses.find((address) => !mayRedirectTo(from, addressScope(address)));
    if (wrong !== undefined)
      throw refuse(
        `${shown} is at ${wrong}, deeper in the network than the server itself, and the server must not lead there.`,
      );
    if (url.protocol === 'http:' && addresses.some((address) => addressScope(address) !== 'loopback'))
      throw refuse(`${shown} is not HTTPS and not on this machine.`);
    return addresses;
  };
  await checked(own);
  return {
    allowsHttp,
    check: async (url) => void (await checked(url)),
    fetch: async (text, init = {}) => {
      const url = new URL(text);
      const addresses = await checked(url);
      const timeout = AbortSignal.timeout(timeoutMs);
      const signal = init.signal === undefined ? timeout : AbortSignal.any([init.signal, timeout]);
      try {
        return await send(url, init, { signal, maxBytes, addresses });
      } catch (cause) {
        if (init.signal?.aborted === true) throw init.signal.reason;
        const reason = timeout.aborted ? `no complete answer came within ${timeoutMs / 1_000} s` : messageOf(cause);
        throw refuse(`${url.origin}${url.pathname} could not be asked (${reason}).`, cause);
      }
    },
  };
}

async function lookupAll(host: string): Promise<readonly string[]> {
  return (await systemLookup(host, { all: true })).map(({ address }) => address);
}

/** A host with several addresses counts as the outermost: a stranger's name server can add inner ones to it. */
function outermost(reaches: readonly AddressScope[]): AddressScope {
  return (['public', 'private', 'loopback'] as const).find((reach) => reaches.includes(reach)) ?? 'never';
}

interface Sending {
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  /** Those that were checked, and are connected to. */
  readonly addresses: readonly string[];
}

async function send(url: URL, init: GuardedRequest, { signal, maxBytes, addresses }: Sending): Promise<Response> {
  const body = init.body === undefined || init.body === null ? undefined : String(init.body);
  const headers = {
    ...init.headers,
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
  const options: RequestOptions = {
    method: init.method ?? 'GET',
    headers,
    signal,
    lookup: answerWith(addresses),
    agent: false,
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, resolve);
    request.on('error', reject);
    request.end(body);
  });
  if (init.headersOnly !== true) return toResponse(response, await readBody(response, maxBytes));
  response.destroy();
  return toResponse(response, Buffer.alloc(0));
}

/** Answers the look-up of the connection with the addresses that were checked. */
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
    // Leaving the loop ends the connection.
    if (bytes > maxBytes) throw new Error(`its answer has more than ${maxBytes} bytes`);
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
