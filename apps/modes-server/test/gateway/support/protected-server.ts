import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type OAuthAnswer,
  type OAuthServer,
  startOAuthServer,
} from '../../../../../packages/mcp-host/test/support/oauth-server.ts';

/** Puts a server behind OAuth: what has a token of this issuer is passed on without it, and everything else is 401. */
export function protect(url: string): Promise<OAuthServer> {
  const answer: OAuthAnswer = ({ method, headers, body }, response, { tokens, origin }) => {
    if (!tokens.has(headers.authorization?.replace('Bearer ', '') ?? '')) {
      const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
      response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end();
      return;
    }
    const leaving = new AbortController();
    response.once('close', () => leaving.abort());
    const init = {
      method,
      headers: forwardedHeaders(headers),
      signal: leaving.signal,
      ...(body === '' ? {} : { body }),
    };
    fetch(url, init)
      .then(async ({ status, headers: own, body: stream }) => {
        response.writeHead(status, Object.fromEntries([...own].filter(([name]) => !perConnection.has(name))));
        response.flushHeaders();
        if (stream === null) response.end();
        else await pipeline(Readable.fromWeb(stream as never), response);
      })
      .catch(() => response.destroy());
  };
  return startOAuthServer({ answers: { '/mcp': answer } });
}

const perConnection = new Set(['connection', 'content-length', 'content-encoding', 'keep-alive', 'transfer-encoding']);

function forwardedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const names = Object.entries(headers).filter(([name]) => /^(accept|content-type|last-event-id|mcp-.*)$/.test(name));
  return Object.fromEntries(names.map(([name, value]) => [name, String(value)]));
}
