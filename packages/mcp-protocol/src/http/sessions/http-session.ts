import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestId } from '@modegate/json-rpc';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Channel } from '../../connection/channel.ts';
import type { ProtocolServer } from '../../protocol-server.ts';
import type { HttpLimits } from '../http-limits.ts';
import { type BufferedResponses, canBuffer, canResume, createBufferedResponses } from './buffered-responses.ts';
import { createOpenStreams, type OpenStreams } from './open-streams.ts';
import { createSessionEvents, type EventBudget } from './session-events.ts';

/** A client's session over Streamable HTTP. */
export type HttpSession = Awaited<ReturnType<typeof openHttpSession>>;

/** An HTTP request within a session. */
export interface SessionExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The parsed JSON of a POST. */
  readonly body?: unknown;
  /** The ids of the requests in the exchange. */
  readonly requestIds: readonly RequestId[];
}

/** Time for which a client should wait before it resumes a stream. */
const RETRY_MS = 1_000;

/** Opens a session, which consists of one SDK transport and one connection to the server. */
export async function openHttpSession(
  server: ProtocolServer,
  id: string,
  { limits, budget }: { readonly limits: HttpLimits; readonly budget: EventBudget },
) {
  const sizes = new WeakMap<object, number>();
  const events = createSessionEvents<JSONRPCMessage>({
    maxEvents: limits.maxEvents,
    maxBytes: limits.maxEventBytes,
    budget,
    sizeOf: (message) => sizes.get(message) ?? 0,
  });
  const streams = createOpenStreams(limits.maxUnsentBytes);
  const buffered = createBufferedResponses({
    sessionId: id,
    retryMs: RETRY_MS,
    events: limits.maxEvents === 0 ? undefined : events,
  });
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    retryInterval: RETRY_MS,
    maxRequestBodySize: limits.maxBodyBytes,
    ...(limits.maxEvents === 0 ? {} : { eventStore: events.store }),
  });
  const connection = await server.connect(httpChannel(transport, { id, sizes, streams, buffered }));
  const toTransport = ({ request, response, body, requestIds }: SessionExchange): Promise<void> => {
    streams.add(response, request.method === 'GET' ? 'listening' : requestIds);
    return transport.handleRequest(request, response, body);
  };
  void connection.closed.then(() => events.clear());
  return {
    id,
    connection,
    /** True if the transport accepted the client's `initialize`. */
    get started() {
      return transport.sessionId !== undefined;
    },
    /** The negotiated MCP revision; undefined before negotiation. */
    get protocolVersion() {
      return server.connections.find(({ connectionId }) => connectionId === id)?.protocolVersion;
    },
    /** Number of streams that the client opened by GET. */
    get streamCount() {
      return streams.count;
    },
    /** Handles an HTTP request of the session. */
    handle: async (exchange: SessionExchange) => {
      const { request, response, body, requestIds } = exchange;
      const [requestId] = requestIds;
      // The transport receives the requests that it may reject, or must know about.
      if (requestId === undefined || transport.sessionId === undefined || !canBuffer(request.headers, body))
        return toTransport(exchange);
      const isResumable = canResume(request.headers);
      buffered.hold({ id: requestId, response, isResumable, begin: () => toTransport(exchange) });
      transport.onmessage?.(body as JSONRPCMessage);
    },
  };
}

interface ChannelParts {
  readonly id: string;
  readonly sizes: WeakMap<object, number>;
  readonly streams: OpenStreams;
  readonly buffered: BufferedResponses;
}

function httpChannel(
  transport: StreamableHTTPServerTransport,
  { id, sizes, streams, buffered }: ChannelParts,
): Channel {
  return {
    id,
    start: async (receiver) => {
      transport.onmessage = (message) => {
        if (!('id' in message && 'method' in message && buffered.hasBegun(message.id))) receiver.message(message);
      };
      transport.onclose = () => {
        buffered.endAll();
        receiver.closed();
      };
      await transport.start();
    },
    send: async (message, relatedRequestId) => {
      // If given a message that cannot be serialised, the transport would ignore the message and end the stream without
      // a response.
      const text = JSON.stringify(message);
      // A message without an id could be sent only on the session's own stream, where the transport accepts no
      // responses.
      if (Array.isArray(message) || ('id' in message && message.id === null)) return;
      const isAnswer = 'id' in message && !('method' in message);
      const about = isAnswer ? (message.id as RequestId) : relatedRequestId;
      if (isAnswer && buffered.end(about as RequestId, { message, text })) return;
      if (about !== undefined) await buffered.begin(about);
      sizes.set(message, text.length);
      streams.sending(text.length, about);
      // If the message cannot be sent, the client has disconnected.
      await transport
        .send(message as JSONRPCMessage, relatedRequestId === undefined ? {} : { relatedRequestId })
        .catch(() => undefined);
    },
    // A cancelled request is never answered, so nothing else would end its stream.
    settled: (requestId, outcome) => {
      if (outcome === 'cancelled' && !buffered.end(requestId))
        void buffered.begin(requestId).then(() => transport.closeSSEStream(requestId));
      buffered.forget(requestId);
    },
    close: () => transport.close(),
  };
}
