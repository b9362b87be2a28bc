import type { IncomingMessage, ServerResponse } from 'node:http';
import { UiRefusal } from '../operations/refusal.ts';
import { localViewer } from '../operations/viewer.ts';
import type { Access } from './access.ts';
import type { Asset } from './assets.ts';
import { parseRequest, refusalOf, requireJson } from './guard.ts';
import { pageHeaders } from './page-headers.ts';
import { isOwnConnection } from './peer-user.ts';
import { failureResponse, type UiHost } from './ui-host.ts';

/** Everything needed to answer requests. */
export interface UiSite {
  readonly port: () => number;
  readonly access: Access;
  readonly assets: ReadonlyMap<string, Asset>;
  readonly host: Pick<UiHost, 'maxBytesOf' | 'run' | 'openStream'>;
  /** Called with failures that are not caused by the request. */
  readonly onProblem: (error: unknown) => void;
}

/** Answers one request. Never rejects. */
export async function answerRequest(site: UiSite, request: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
  try {
    const refused = refusalOf(request.headers, site.port());
    if (refused !== undefined) throw refused;
    await route(site, request, response);
  } catch (error) {
    answerFailure(site, response, error);
  }
}

async function route(site: UiSite, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // The path exactly as it was sent: a path that is written differently is a different path.
  const [path = ''] = (request.url ?? '').split('?', 1);
  const asset = site.assets.get(path);
  if (asset !== undefined) {
    requireMethod(request, ['GET', 'HEAD']);
    response.writeHead(200, { 'content-type': `${asset.type}; charset=utf-8` }).end(asset.body);
    return;
  }
  const name = path.startsWith('/api/') ? path.slice('/api/'.length) : undefined;
  if (name === 'session') return exchangeCode(site, request, response);
  const maxBytes = name === undefined ? undefined : site.host.maxBytesOf(name);
  if (name === undefined || maxBytes === undefined) throw new UiRefusal(404, 'Nothing is here.');
  requireMethod(request, ['POST']);
  if (!site.access.isAdmitted(request.headers.authorization))
    throw new UiRefusal(401, 'Open the address that the terminal shows.');
  const body = await readPageRequest(request, maxBytes);
  if (name === 'events') site.host.openStream(response, localViewer);
  else answerJson(response, 200, await site.host.run(name, body, localViewer));
}

async function exchangeCode(site: UiSite, request: IncomingMessage, response: ServerResponse): Promise<void> {
  requireMethod(request, ['POST']);
  // Checked before the code, so that nobody else can use up the code.
  if (!isOwnConnection(request.socket))
    throw new UiRefusal(
      403,
      'This link is for the user who started the page. Open the address that the terminal shows.',
    );
  const body = (await readPageRequest(request, 1024)) as { readonly code?: unknown } | null;
  const token = typeof body?.code === 'string' ? site.access.redeem(body.code) : undefined;
  if (token === undefined)
    throw new UiRefusal(
      401,
      'This link has already been used or has expired. Open the address that the terminal shows.',
    );
  answerJson(response, 200, { token });
}

function requireMethod({ method = '' }: IncomingMessage, allowed: readonly string[]): void {
  if (!allowed.includes(method)) throw new UiRefusal(405, `Use ${allowed.join(' or ')}.`);
}

function answerFailure({ onProblem }: UiSite, response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // Bytes of an unread body would be interpreted as the next request.
  response.setHeader('connection', 'close');
  const { status, body } = failureResponse(error, onProblem);
  answerJson(response, status, body);
}

function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

/**
 * Reads a body as JSON, and stores no more of it than the limit allows.
 *
 * @throws {UiRefusal} 415 if the type is not JSON, 413 if the body is too long, 400 if the body is not JSON.
 */
async function readPageRequest(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  requireJson(request.headers);
  const tooLong = new UiRefusal(413, `The request is longer than ${maxBytes} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLong;
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw tooLong;
    pieces.push(piece);
  }
  return parseRequest(() => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces)));
}
