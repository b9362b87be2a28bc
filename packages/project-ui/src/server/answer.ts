import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operations } from '../operations/operations.ts';
import { UiRefusal } from '../operations/refusal.ts';
import type { Access } from './access.ts';
import type { Asset } from './assets.ts';
import type { EventStreams } from './event-streams.ts';
import { refusalOf } from './guard.ts';
import { readBody } from './read-body.ts';

/** What requests are answered from. */
export interface UiSite {
  readonly port: () => number;
  readonly access: Access;
  readonly assets: ReadonlyMap<string, Asset>;
  readonly operations: Operations;
  readonly events: EventStreams;
  /** Told of what fails for no fault of the request. */
  readonly onProblem: (error: unknown) => void;
}

/** Nothing inline, no `eval`, nothing from elsewhere, in nobody's frame, and no address or token in a referrer. */
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** Answers one request. Never rejects. */
export async function answerRequest(site: UiSite, request: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  try {
    const refused = refusalOf(request.headers, site.port());
    if (refused !== undefined) throw new UiRefusal(refused.status, refused.message);
    await route(site, request, response);
  } catch (error) {
    answerFailure(site, response, error);
  }
}

async function route(site: UiSite, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // As it was sent: a path that is written in another way is another path.
  const [path = ''] = (request.url ?? '').split('?', 1);
  const asset = site.assets.get(path);
  if (asset !== undefined) {
    requireMethod(request, ['GET', 'HEAD']);
    response.writeHead(200, { 'content-type': `${asset.type}; charset=utf-8` }).end(asset.body);
    return;
  }
  const name = path.startsWith('/api/') ? path.slice('/api/'.length) : undefined;
  if (name === 'session') return exchangeCode(site, request, response);
  const operation = name === undefined ? undefined : site.operations.get(name);
  if (operation === undefined && name !== 'events') throw new UiRefusal(404, 'Nothing is here.');
  requireMethod(request, operation === undefined ? ['GET'] : ['POST']);
  if (!site.access.isAdmitted(request.headers.authorization))
    throw new UiRefusal(401, 'Open the address that the terminal shows.');
  if (operation === undefined) openStream(site, response);
  else answerJson(response, 200, await operation.run(await readBody(request, operation.maxBytes)));
}

async function exchangeCode(site: UiSite, request: IncomingMessage, response: ServerResponse): Promise<void> {
  requireMethod(request, ['POST']);
  const body = (await readBody(request, 1024)) as { readonly code?: unknown } | null;
  const token = typeof body?.code === 'string' ? site.access.redeem(body.code) : undefined;
  if (token === undefined)
    throw new UiRefusal(401, 'This link was used already, or is too old. Open the address that the terminal shows.');
  answerJson(response, 200, { token });
}

function openStream({ events }: UiSite, response: ServerResponse): void {
  response.setHeader('content-type', 'application/x-ndjson');
  if (!events.open(response)) throw new UiRefusal(429, 'Too many pages are open.');
}

function requireMethod({ method = '' }: IncomingMessage, allowed: readonly string[]): void {
  if (!allowed.includes(method)) throw new UiRefusal(405, `Use ${allowed.join(' or ')}.`);
}

function answerFailure({ onProblem }: UiSite, response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // What was not read of a body would be taken for the next request.
  response.setHeader('connection', 'close');
  const isOurs = error instanceof UiRefusal;
  if (!isOurs) onProblem(error);
  const message = error instanceof Error ? error.message : String(error);
  answerJson(response, isOurs ? error.status : 500, { error: message });
}

function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
