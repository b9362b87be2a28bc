import {
  type Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as open,
} from 'node:http';
import { pipeline } from 'node:stream';
import type { RelayedExchange } from '@modegate/mcp-protocol/http';

/** Target of a forwarded request. */
export interface ForwardTarget {
  /** Address as `host:port`. */
  readonly address: string;
  readonly agent: Agent;
  /** Headers to add to the client's headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Called with the request, which may be destroyed if the other instance has ended. */
  readonly onOpen: (sent: ClientRequest) => void;
}

/** Outcome of a forwarded request. `refused` means that nothing listens at the address. */
export type ForwardOutcome = 'answered' | 'refused' | 'unreachable' | 'broken';

/** Time limit for connecting. */
const CONNECT_MS = 3_000;

/** Hop-by-hop headers, and headers that the next connection sets for itself. */
const hopHeader =
  /^(?:connection|content-length|expect|host|keep-alive|proxy-authenticate|proxy-authorization|proxy-connection|te|trailer|transfer-encoding|upgrade)$/;

/**
 * Forwards a request and streams the response back. Resolves when the response has ended on either side; if there is no
 * response, writes nothing.
 */
export function forwardRequest(exchange: RelayedExchange, target: ForwardTarget): Promise<ForwardOutcome> {
  const { request, response, body } = exchange;
  return new Promise((resolve) => {
    const sent = open({
      ...hostOf(target),
      // The URL is left unchanged, because a normalised URL could have a different path.
      path: request.url,
      method: request.method,
      agent: target.agent,
      headers: { ...forwardedHeaders(request.headers), ...lengthOf(body), ...target.headers },
    });
    target.onOpen(sent);
    let isConnected = false;
    const connecting = setTimeout(() => sent.destroy(new Error('The connection took too long')), CONNECT_MS);
    sent.once('socket', (socket) => {
      const connected = (): void => {
        isConnected = true;
        clearTimeout(connecting);
      };
      if (socket.connecting) socket.once('connect', connected);
      else connected();
    });
    sent.once('response', (answer) => answerWith(answer, response, () => resolve('answered')));
    // Several errors may occur; only the first one matters.
    sent.on('error', (error) => {
      clearTimeout(connecting);
      if (response.headersSent || response.destroyed) return resolve('answered');
      if (isConnected) return resolve('broken');
      resolve('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : 'unreachable');
    });
    // A client that has disconnected is not waiting for anything; its request continues, as it would without a relay.
    response.once('close', () => sent.destroy());
    sent.end(body);
  });
}

function hostOf({ address }: ForwardTarget): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(`http://${address}`);
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) || 80 };
}

function answerWith(answer: IncomingMessage, response: RelayedExchange['response'], done: () => void): void {
  response.writeHead(answer.statusCode ?? 502, forwardedHeaders(answer.headers));
  // A stream may send nothing for a long time, while its client waits for the headers.
  response.flushHeaders();
  // If one side aborts, the other side is aborted too: clients resume a stream that was aborted, but not one that
  // ended.
  pipeline(answer, response, done);
}

function forwardedHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(/\s*,\s*/);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopHeader.test(name) && !named.includes(name)));
}

function lengthOf(body: string | undefined): Readonly<Record<string, string>> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
}
