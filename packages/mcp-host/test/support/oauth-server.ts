import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that the server has got. */
export interface OAuthHit {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly query: URLSearchParams;
}

/** Answers one path in the place of the server. */
export type OAuthAnswer = (hit: OAuthHit, response: ServerResponse, server: OAuthServer) => void;

/** An MCP server on the loopback interface with the issuer of its tokens, both at one origin. */
export interface OAuthServer {
  readonly origin: string;
  readonly url: string;
  readonly hits: readonly OAuthHit[];
  /** Access tokens that are good now. */
  readonly tokens: Set<string>;
  /** Refresh tokens that are good now; each is good for one use. */
  readonly refreshTokens: Set<string>;
  hitsOf(path: string): readonly OAuthHit[];
  close(): Promise<void>;
}

export interface OAuthServerOptions {
  /** Answers by path. */
  readonly answers?: Readonly<Record<string, OAuthAnswer>>;
  /** Put over the metadata of the issuer. */
  readonly issuer?: Readonly<Record<string, unknown>>;
  /** Put over the metadata of the resource. */
  readonly resource?: Readonly<Record<string, unknown>>;
  /** Parameters of the redirect to the client, beside `code` and `state`. Default `iss` of the issuer. */
  readonly redirect?: (server: OAuthServer) => Readonly<Record<string, string>>;
  /** Lifetime of access tokens. Default 3600. */
  readonly expiresInS?: number;
  /** What is needed for `tools/call`. Default nothing. */
  readonly callScope?: string;
  /** Whether anybody may initialize, and the first list is what needs a token. Default false. */
  readonly isOpenAtFirst?: boolean;
  /** Whether a token that has {@link callScope} is refused for want of it all the same. */
  readonly refusesScope?: boolean;
}

export async function startOAuthServer(options: OAuthServerOptions = {}): Promise<OAuthServer> {
  const hits: OAuthHit[] = [];
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const self: OAuthServer = {
    origin,
    url: `${origin}/mcp`,
    hits,
    tokens: new Set(),
    refreshTokens: new Set(),
    hitsOf: (path) => hits.filter((hit) => hit.path === path),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const answers: Readonly<Record<string, OAuthAnswer>> = { ...defaultAnswers(options), ...options.answers };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    const hit = { method: request.method ?? '', path: pathname, headers: request.headers, body, query: searchParams };
    hits.push(hit);
    const answer = answers[pathname];
    if (answer === undefined) response.writeHead(404).end();
    else answer(hit, response, self);
  };
  return self;
}

function defaultAnswers(options: OAuthServerOptions): Readonly<Record<string, OAuthAnswer>> {
  const codes = new Map<string, { readonly challenge: string; readonly scope: string }>();
  const scopes = new Map<string, string>();
  const grant = (server: OAuthServer, scope: string) => {
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    server.tokens.add(access);
    server.refreshTokens.add(refresh);
    scopes.set(access, scope);
    return {
      access_token: access,
      refresh_token: refresh,
      token_type: 'Bearer',
      expires_in: options.expiresInS ?? 3600,
      scope,
    };
  };
  return {
    '/mcp': (hit, response, server) => answerMcp(hit, response, { server, scopes, options }),
    '/.well-known/oauth-protected-resource/mcp': (_hit, response, { origin, url }) =>
      sendJson(response, { resource: url, authorization_servers: [origin], ...options.resource }),
    '/.well-known/oauth-authorization-server': (_hit, response, { origin }) =>
      sendJson(response, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        revocation_endpoint: `${origin}/revoke`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
        authorization_response_iss_parameter_supported: true,
        ...options.issuer,
      }),
    '/register': ({ body }, response) =>
      sendJson(response, { ...(JSON.parse(body) as object), client_id: `client-${randomUUID()}` }, 201),
    '/authorize': ({ query }, response, server) => {
      const code = randomUUID();
      codes.set(code, { challenge: query.get('code_challenge') ?? '', scope: query.get('scope') ?? '' });
      const location = new URL(query.get('redirect_uri') ?? '');
      const extra = options.redirect?.(server) ?? { iss: server.origin };
      for (const [name, value] of Object.entries({ code, state: query.get('state') ?? '', ...extra }))
        location.searchParams.set(name, value);
      response.writeHead(302, { location: location.href }).end();
    },
    '/token': ({ body }, response, server) => {
      const form = new URLSearchParams(body);
      const type = form.get('grant_type');
      if (type === 'client_credentials')
        return sendJson(response, { ...grant(server, form.get('scope') ?? ''), refresh_token: undefined });
      if (type === 'refresh_token') {
        const isGood = server.refreshTokens.delete(form.get('refresh_token') ?? '');
        return isGood ? sendJson(response, grant(server, '')) : sendJson(response, { error: 'invalid_grant' }, 400);
      }
      const known = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const proof = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (known === undefined || proof !== known.challenge) return sendJson(response, { error: 'invalid_grant' }, 400);
      sendJson(response, grant(server, known.scope));
    },
    '/revoke': ({ body }, response, { tokens, refreshTokens }) => {
      const token = new URLSearchParams(body).get('token') ?? '';
      tokens.delete(token);
      refreshTokens.delete(token);
      response.writeHead(200).end();
    },
  };
}

interface McpParts {
  readonly server: OAuthServer;
  readonly scopes: ReadonlyMap<string, string>;
  readonly options: OAuthServerOptions;
}

function answerMcp({ method, headers, body }: OAuthHit, response: ServerResponse, parts: McpParts): void {
  const { server, scopes, options } = parts;
  const token = (headers.authorization ?? '').replace(/^Bearer /, '');
  const isFirst =
    method === 'DELETE' || /"method":"(initialize|notifications\/initialized|server\/discover)"/.test(body);
  if (!server.tokens.has(token) && !(options.isOpenAtFirst === true && isFirst)) {
    const metadata = `${server.origin}/.well-known/oauth-protected-resource/mcp`;
    response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end();
    return;
  }
  if (method !== 'POST') return void response.writeHead(method === 'DELETE' ? 200 : 405).end();
  const message = JSON.parse(body) as { readonly id?: number; readonly method?: string };
  const { callScope } = options;
  if (
    message.method === 'tools/call' &&
    callScope !== undefined &&
    (options.refusesScope === true || !scopes.get(token)?.split(' ').includes(callScope))
  ) {
    response.writeHead(403, { 'www-authenticate': `Bearer error="insufficient_scope", scope="${callScope}"` }).end();
    return;
  }
  if (message.id === undefined) return void response.writeHead(202).end();
  sendJson(response, { jsonrpc: '2.0', id: message.id, result: resultOf(message.method ?? '') });
}

function resultOf(method: string): object {
  if (method === 'initialize')
    return {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'guarded', version: '1' },
    };
  if (method === 'tools/list') return { tools: [{ name: 'greet', inputSchema: { type: 'object' } }] };
  if (method === 'tools/call') return { content: [{ type: 'text', text: 'hello' }] };
  return {};
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
