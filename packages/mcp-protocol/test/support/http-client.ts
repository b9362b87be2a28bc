import { request as httpRequest } from 'node:http';
import type { HttpServing } from '@modegate/mcp-protocol/http';

/** What a server answered. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The JSON body, or the last event of a stream. */
  readonly json: unknown;
}

/** What it is asked; a POST to `/mcp` unless it says otherwise. */
export interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends one request and waits for the whole answer. */
export function ask(
  serving: Pick<HttpServing, 'port'>,
  { method = 'POST', path = '/mcp', headers = {}, body }: Asked,
): Promise<Reply> {
  const sent = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: serving.port, method, path, headers: sent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: readJson(text) }),
      );
    });
    request.on('error', reject);
    request.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
  });
}

function readJson(text: string): unknown {
  const event = text.split('\n').findLast((line) => line.startsWith('data: '));
  try {
    return JSON.parse(event === undefined ? text : event.slice(6));
  } catch {
    return undefined;
  }
}

/** The first request of a client. */
export const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

/** Opens a session; returns the header that names it. */
export async function session(
  serving: HttpServing,
  path = '/mcp',
  sent: Readonly<Record<string, string>> = {},
): Promise<{ readonly 'mcp-session-id': string }> {
  const { headers } = await ask(serving, { path, headers: sent, body: initialize });
  return { 'mcp-session-id': String(headers['mcp-session-id']) };
}

/** A stream of events that the client reads until it closes it. */
export interface EventStream {
  readonly status: number;
  /** Resolves once the text of the stream fits. */
  until(fits: (text: string) => boolean): Promise<string>;
  /** The client goes away. */
  leave(): void;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
}

/** Opens a stream: by GET, or by the POST of a body. */
export function openStream(
  serving: HttpServing,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<EventStream> {
  const sent = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers };
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: serving.port, path: '/mcp', method, headers: sent };
    const request = httpRequest(options, (response) => {
      let text = '';
      let tell = (): void => undefined;
      const ended = new Promise<void>((end) => response.once('close', () => end()));
      response.on('error', () => undefined);
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        tell();
      });
      const until = (fits: (text: string) => boolean) =>
        new Promise<string>((found) => {
          tell = () => {
            if (fits(text)) found(text);
          };
          tell();
        });
      resolve({ status: response.statusCode ?? 0, until, leave: () => request.destroy(), ended });
    });
    request.on('error', reject);
    request.flushHeaders();
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
