import type { IncomingMessage, ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Channel } from '../connection/channel.ts';
import type { ClientConnection, ProtocolServer } from '../server.ts';

/** One client's session over Streamable HTTP. */
export interface HttpSession {
  readonly id: string;
  readonly connection: ClientConnection;
  /** Whether the transport took the client's `initialize`. */
  readonly started: boolean;
  /** The revision of MCP that was agreed on; undefined before. */
  readonly protocolVersion: string | undefined;
  /** Handles one HTTP request of the session; `body` is the parsed JSON of a POST. */
  handle(request: IncomingMessage, response: ServerResponse, body?: unknown): Promise<void>;
}

/** Opens a session: one SDK transport, one connection of the server. */
export async function openHttpSession(server: ProtocolServer, id: string): Promise<HttpSession> {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => id });
  const connection = await server.connect(httpChannel(transport, id));
  return {
    id,
    connection,
    get started() {
      return transport.sessionId !== undefined;
    },
    get protocolVersion() {
      return server.connections.find(({ connectionId }) => connectionId === id)?.protocolVersion;
    },
    handle: (request, response, body) => transport.handleRequest(request, response, body),
  };
}

function httpChannel(transport: StreamableHTTPServerTransport, id: string): Channel {
  return {
    id,
    start: async (receiver) => {
      transport.onmessage = (message) => receiver.message(message);
      transport.onclose = () => receiver.closed();
      await transport.start();
    },
    send: async (message, relatedRequestId) => {
      // The transport would swallow what cannot be written and end the stream without an answer.
      JSON.stringify(message);
      // A message without an id can go to no stream but the session's own, where the transport takes no answers.
      if (Array.isArray(message) || ('id' in message && message.id === null)) return;
      // What cannot be sent now has lost its stream: the client has gone away.
      await transport
        .send(message as JSONRPCMessage, relatedRequestId === undefined ? {} : { relatedRequestId })
        .catch(() => undefined);
    },
    // A cancelled request gets no answer, so nothing else would end its stream.
    settled: (requestId, outcome) => {
      if (outcome === 'cancelled') transport.closeSSEStream(requestId);
    },
    close: () => transport.close(),
  };
}
