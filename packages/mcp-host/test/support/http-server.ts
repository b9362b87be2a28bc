import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@modegate/mcp-host/connections';
import { initializeResult } from './fake-link.ts';

/** One request that a test server has got. */
export interface Hit {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly message: JsonObject;
}

/** Answers one request by hand. */
export type Answer = (hit: Hit, response: ServerResponse) => void;

/** A server on the loopback interface that answers by hand. */
export interface HttpServer {
  readonly url: string;
  readonly hits: readonly Hit[];
  close(): Promise<void>;
}

/** Starts a server; what `answer` leaves open stays open. */
export async function startHttp(answer: Answer): Promise<HttpServer> {
  const hits: Hit[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const message = (body === '' ? {} : JSON.parse(body)) as JsonObject;
    const hit: Hit = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, message };
    hits.push(hit);
    answer(hit, response);
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    hits,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with JSON. */
export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

/** Begins an event stream. */
export function events(response: ServerResponse, ...messages: readonly JsonObject[]): ServerResponse {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const message of messages)
    response.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
  if (messages.length === 0) response.flushHeaders();
  return response;
}

/** Answers as a server of Streamable HTTP does to everything but requests other than `initialize`, which `answer` gets. */
export function streamable(answer: Answer, { session = 'session-1' }: { readonly session?: string } = {}): Answer {
  return (hit, response) => {
    const { method, message } = hit;
    if (method === 'DELETE') response.writeHead(200).end();
    else if (method === 'GET') answer(hit, response);
    else if (message.method === 'initialize') {
      json(response, { jsonrpc: '2.0', id: message.id, result: initializeResult }, 200, { 'mcp-session-id': session });
    } else if (message.id === undefined || message.method === undefined) response.writeHead(202).end();
    else answer(hit, response);
  };
}

/** Answers as a server of HTTP+SSE (2024-11-05) does; `answer` gets the requests and the event stream. */
export function oldSse(answer: (message: JsonObject, stream: ServerResponse) => void, endpoint = '/messages'): Answer {
  let stream: ServerResponse | undefined;
  return ({ method, path, message }, response) => {
    if (method === 'GET') {
      stream = response;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`event: endpoint\ndata: ${endpoint}\n\n`);
    } else if (!path.startsWith('/messages')) response.writeHead(405).end();
    else {
      response.writeHead(202).end();
      if (stream === undefined) return;
      if (message.method === 'initialize') events(stream, { id: message.id, result: initializeResult });
      else if (message.id !== undefined) answer(message, stream);
    }
  };
}
