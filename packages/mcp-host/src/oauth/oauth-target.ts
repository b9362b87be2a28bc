import { type AuthorizationServer, processDiscoveryResponse } from 'oauth4webapi';
import * as z from 'zod';
import { type HostError, messageOf } from '../host-error.ts';
import { type BearerChallenge, readBearerChallenge, readScope } from './challenge.ts';
import { loginFailed } from './failure.ts';
import type { GuardedFetch } from './guarded-fetch.ts';

/** The issuer and resource for the tokens of a server. */
export interface OAuthTarget {
  readonly issuer: AuthorizationServer;
  /** The resource for which tokens are requested (RFC 8707). */
  readonly resource: string;
  /** The scopes that the server requires; undefined if it does not specify any. */
  readonly scope: string | undefined;
}

export interface TargetOptions {
  readonly server: string;
  readonly url: string;
  readonly guarded: GuardedFetch;
  /** One of the issuers that the server specifies, if it specifies several. Default: the first issuer. */
  readonly issuer?: string | undefined;
}

/**
 * Discovers the issuer of a server's tokens: sends a request without a token, then reads the metadata of the resource
 * (RFC 9728) and of its issuer (RFC 8414, OpenID Connect Discovery). A server that uses MCP 2025-03-26 has no metadata
 * and is its own issuer.
 *
 * @throws HostError `LOGIN_FAILED`, which specifies the missing, wrong or unrelated part.
 */
export async function findOAuthTarget(options: TargetOptions): Promise<OAuthTarget> {
  const challenge = await askWithoutToken(options);
  const metadata = await findResourceMetadata(options, challenge?.resourceMetadata);
  const named = metadata?.authorization_servers ?? [new URL(options.url).origin];
  const chosen = options.issuer === undefined ? named[0] : named.find((each) => isSameUrl(each, options.issuer ?? ''));
  if (chosen === undefined)
    throw failed(
      options,
      `it accepts tokens from ${named.map(quote).join(', ')}, not from ${quote(options.issuer ?? '')}.`,
    );
  const issuer = await findIssuer(options, chosen);
  const scope = challenge?.scope ?? readScope(metadata?.scopes_supported?.join(' '));
  return { issuer, resource: metadata?.resource ?? options.url, scope };
}

/** Reads the metadata of a known issuer. */
export async function findIssuer(options: Omit<TargetOptions, 'issuer'>, issuer: string): Promise<AuthorizationServer> {
  const problems: string[] = [];
  for (const url of issuerMetadataUrls(parseUrl(options, issuer))) {
    const response = await options.guarded.fetch(url, JSON_WANTED);
    if (response.status !== 200) {
      problems.push(`${url}: HTTP ${response.status}`);
      continue;
    }
    try {
      return await processDiscoveryResponse(new URL(issuer), response);
    } catch (error) {
      // Metadata from another issuer is an error, because ignoring it would allow impersonation.
      throw failed(options, `the metadata at ${url} cannot be used: ${messageOf(error)}.`);
    }
  }
  throw failed(options, `the issuer ${quote(issuer)} has no metadata (${problems.join('; ')}).`);
}

const JSON_WANTED = { headers: { accept: 'application/json' } };

/** Returns the URLs in the order defined in MCP 2025-11-25, basic/authorization. */
function issuerMetadataUrls({ origin, pathname }: URL): readonly string[] {
  const path = pathname.replace(/\/$/u, '');
  const urls = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
  ];
  return path === '' ? urls : [...urls, `${origin}${path}/.well-known/openid-configuration`];
}

const PROBE = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'modegate', version: '0' } },
};

/**
 * Returns the challenge from a server; some servers let every client call `initialize` and challenge only the first
 * list request.
 */
async function askWithoutToken({ url, guarded }: TargetOptions): Promise<BearerChallenge | undefined> {
  const ask = (message: object, headers: Readonly<Record<string, string>>) =>
    guarded.fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 0, ...message }),
      headersOnly: true,
    });
  const first = await ask(PROBE, {});
  if (first.status === 401) return readBearerChallenge(first.headers);
  const id = first.headers.get('mcp-session-id');
  const session = id === null ? undefined : { 'mcp-session-id': id };
  // If the server cannot be reached, the metadata must suffice.
  const second = await ask({ method: 'tools/list', params: {} }, session ?? {}).catch(() => undefined);
  if (session !== undefined)
    await guarded.fetch(url, { method: 'DELETE', headers: session, headersOnly: true }).catch(() => undefined);
  return second?.status === 401 ? readBearerChallenge(second.headers) : undefined;
}

const metadataSchema = z.looseObject({
  resource: z.string().max(4_000),
  authorization_servers: z.array(z.string().max(4_000)).min(1).max(100),
  scopes_supported: z.array(z.string()).max(1_000).optional().catch(undefined),
});

type ResourceMetadata = z.infer<typeof metadataSchema>;

async function findResourceMetadata(
  options: TargetOptions,
  named: string | undefined,
): Promise<ResourceMetadata | undefined> {
  const { origin, pathname } = new URL(options.url);
  const known = `${origin}/.well-known/oauth-protected-resource`;
  const places =
    named === undefined ? [`${known}${pathname.replace(/\/$/u, '')}`, known] : [parseUrl(options, named).href];
  for (const place of new Set(places)) {
    const response = await options.guarded.fetch(place, JSON_WANTED);
    if (response.status === 200) return readResourceMetadata(options, place, response);
    if (named !== undefined)
      throw failed(options, `it refers to ${place}, which answered with HTTP ${response.status}.`);
  }
  return undefined;
}

async function readResourceMetadata(
  options: TargetOptions,
  place: string,
  response: Response,
): Promise<ResourceMetadata> {
  const json: unknown = await response.json().catch(() => undefined);
  const read = metadataSchema.safeParse(json);
  if (!read.success)
    throw failed(options, `the metadata at ${place} must have "resource" and "authorization_servers" (RFC 9728).`);
  const { resource } = read.data;
  if (!isWithinResource(options.url, resource))
    throw failed(options, `the metadata at ${place} is for another resource, ${quote(resource)}.`);
  return read.data;
}

/** True if a URL belongs to a resource: it has the same origin, and the same path or a path below it. */
export function isWithinResource(url: string, resource: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(resource)) return false;
  const [inner, outer] = [new URL(url), new URL(resource)];
  if (inner.origin !== outer.origin || inner.origin === 'null' || outer.hash !== '') return false;
  if (outer.search !== '' && outer.search !== inner.search) return false;
  return withSlash(inner.pathname).startsWith(withSlash(outer.pathname));
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

function isSameUrl(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;
}

function parseUrl(options: Pick<TargetOptions, 'server'>, text: string): URL {
  if (URL.canParse(text)) return new URL(text);
  throw failed(options, `it refers to ${quote(text)}, which is not a URL.`);
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 200));
}

function failed({ server }: Pick<TargetOptions, 'server'>, reason: string): HostError<'LOGIN_FAILED'> {
  return loginFailed(server, reason);
}
