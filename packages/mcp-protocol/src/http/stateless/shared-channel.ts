import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { JsonRpcFailure, JsonRpcMessage, JsonRpcRequest, JsonRpcSuccess, RequestId } from '@modegate/json-rpc';
import type { Channel, ChannelReceiver } from '../../connection/channel.ts';

/** A channel that carries many HTTP requests. */
export interface SharedChannel extends Channel {
  /** Delivers a request: its response is sent in one piece, or on a stream if messages precede the response. */
  deliver(
    request: JsonRpcRequest,
    http: { readonly headers: IncomingHttpHeaders; readonly response: ServerResponse },
  ): void;
}

/** An unanswered request. */
interface OpenExchange {
  /** The client's own id for the request; other clients may use the same id. */
  readonly wireId: RequestId;
  readonly headers: IncomingHttpHeaders;
  readonly response: ServerResponse;
  stopKeepingAlive: () => void;
}

/** Interval between the comments that are sent on a quiet stream to keep intermediaries from closing it. */
const KEEP_ALIVE_MS = 15_000;

/** Creates a channel shared by many HTTP requests. */
export function createSharedChannel(
  id: string,
  { maxUnsentBytes }: { readonly maxUnsentBytes: number },
): SharedChannel {
  const exchanges = new Map<RequestId, OpenExchange>();
  let receiver: ChannelReceiver | undefined;
  let lastId = 0;
  const forget = (requestId: RequestId): void => {
    exchanges.get(requestId)?.stopKeepingAlive();
    exchanges.delete(requestId);
  };
  return {
    id,
    isStateless: true,
    start: (to) => {
      receiver = to;
    },
    wireId: (requestId) => exchanges.get(requestId)?.wireId ?? requestId,
    headerOf: (requestId, name) => {
      const value = exchanges.get(requestId)?.headers[name];
      return typeof value === 'string' ? value : undefined;
    },
    deliver: (request, { headers, response }) => {
      // The client disconnected during authentication.
      if (response.closed) return;
      lastId++;
      const requestId = lastId;
      exchanges.set(requestId, { wireId: request.id, headers, response, stopKeepingAlive: () => undefined });
      // MCP 2026-07-28, cancellation: a client cancels its request by closing the stream.
      response.once('close', () => {
        if (!exchanges.has(requestId)) return;
        forget(requestId);
        const params = { requestId, reason: 'The client closed the connection' };
        receiver?.message({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
      });
      receiver?.message({ ...request, id: requestId });
    },
    send: async (message, relatedRequestId) => {
      if (isList(message)) return;
      const requestId = 'id' in message && !('method' in message) ? message.id : relatedRequestId;
      const exchange = requestId === undefined || requestId === null ? undefined : exchanges.get(requestId);
      if (exchange === undefined || requestId === undefined || requestId === null) return;
      if ('method' in message) return sendEvent(exchange, JSON.stringify(message), maxUnsentBytes);
      // A message that cannot be serialised is replaced by another, so nothing may be written before the message has
      // been serialised.
      const text = JSON.stringify({ ...message, id: exchange.wireId });
      forget(requestId);
      answer(exchange, message, text);
    },
    settled: (requestId, outcome) => {
      const exchange = exchanges.get(requestId);
      if (exchange === undefined || outcome === 'answered') return;
      forget(requestId);
      exchange.response.destroy();
    },
    close: () => {
      for (const [requestId, { response }] of exchanges) {
        forget(requestId);
        response.destroy();
      }
    },
  };
}

function isList(message: JsonRpcMessage | readonly JsonRpcMessage[]): message is readonly JsonRpcMessage[] {
  return Array.isArray(message);
}

function answer({ response }: OpenExchange, message: JsonRpcSuccess | JsonRpcFailure, text: string): void {
  if (response.headersSent) response.end(eventOf(text));
  else response.writeHead(statusOf(message), { 'Content-Type': 'application/json' }).end(text);
}

/**
 * MCP 2026-07-28, transports: an unknown method is answered with 404, a header mismatch or missing capability with 400,
 * and a failed operation with 200.
 */
function statusOf(message: JsonRpcSuccess | JsonRpcFailure): number {
  return 'error' in message ? (STATUS[message.error.code] ?? 200) : 200;
}

const STATUS: Readonly<Record<number, number>> = { [-32_601]: 404, [-32_020]: 400, [-32_021]: 400 };

async function sendEvent(exchange: OpenExchange, text: string, maxUnsentBytes: number): Promise<void> {
  const { response } = exchange;
  if (!response.headersSent) beginStream(exchange);
  if (response.write(eventOf(text))) return;
  // If a client does not read its stream, the stream is closed.
  if (response.writableLength > maxUnsentBytes) return void response.destroy();
  await new Promise<void>((resolve) => {
    const goOn = (): void => {
      response.off('drain', goOn).off('close', goOn);
      resolve();
    };
    response.once('drain', goOn).once('close', goOn);
  });
}

function beginStream(exchange: OpenExchange): void {
  const { response } = exchange;
  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-cache, no-transform',
    'X-Accel-Buffering': 'no',
  });
  const timer = setInterval(() => response.write(': still here\n\n'), KEEP_ALIVE_MS);
  timer.unref();
  exchange.stopKeepingAlive = () => clearInterval(timer);
}

function eventOf(text: string): string {
  return `event: message\ndata: ${text}\n\n`;
}
