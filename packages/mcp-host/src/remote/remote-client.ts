import type { JsonObject } from '@modegate/json';
import { waitAtMost } from '@modegate/timing';
import type { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/** The two transports over HTTP: that of MCP 2025-03-26 and later, and that of 2024-11-05. */
export type RemoteType = 'streamable-http' | 'sse';

/** A transport of the MCP SDK, with what differs between its two kinds hidden. */
export interface RemoteClient {
  /** Sends a message; resolves when the response to it begins. Throws what the SDK or `fetch` throws. */
  send(message: JsonObject): Promise<void>;
  agreed(protocolVersion: string): void;
  /** Whether the server has given us a session, which it may end. */
  hasSession(): boolean;
  /** Ends the session, for which the server has so many milliseconds, and every connection. Never rejects. */
  close(graceMs: number): Promise<void>;
}

export interface RemoteClientOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  /** Nothing more will come: the event stream has ended for good. */
  readonly onFailed: (error: unknown) => void;
  /** Something went wrong that does not end the link. */
  readonly onTrouble: (error: unknown) => void;
}

/** Loads the SDK's transport and starts it; for `sse` that connects. Throws what the SDK or `fetch` throws. */
export async function openRemoteClient(type: RemoteType, options: RemoteClientOptions): Promise<RemoteClient> {
  return type === 'sse' ? openSse(options) : openStreamable(options);
}

async function openStreamable({
  url,
  headers,
  fetch,
  onFailed,
  onTrouble,
}: RemoteClientOptions): Promise<RemoteClient> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers: { ...headers } }, fetch });
  let sending = 0;
  transport.onerror = (error) => {
    if (error.message.startsWith('Maximum reconnection attempts')) onFailed(error);
    // An error that a send throws arrives here too, a moment before.
    else if (sending === 0) onTrouble(error);
  };
  await transport.start();
  return {
    send: async (message) => {
      sending++;
      try {
        await transport.send(message as JSONRPCMessage);
      } finally {
        sending--;
      }
    },
    agreed: (protocolVersion) => transport.setProtocolVersion(protocolVersion),
    hasSession: () => transport.sessionId !== undefined,
    close: async (graceMs) => {
      // A server that does not end the session in time has ended it when it forgets us.
      if (graceMs > 0) await waitAtMost(transport.terminateSession(), { limitMs: graceMs });
      await transport.close();
    },
  };
}

async function openSse({ url, headers, fetch, onFailed }: RemoteClientOptions): Promise<RemoteClient> {
  const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js');
  const transport = new SSEClientTransport(url, { requestInit: { headers: { ...headers } }, fetch });
  let open = false;
  // The event source would connect again by itself, but to a new session that is not initialised.
  transport.onerror = (error) => {
    if (open && 'event' in error) onFailed(error);
  };
  try {
    await transport.start();
  } catch (error) {
    await transport.close();
    throw error;
  }
  open = true;
  return sseClient(transport);
}

function sseClient(transport: SSEClientTransport): RemoteClient {
  return {
    send: (message) => transport.send(message as JSONRPCMessage),
    agreed: (protocolVersion) => transport.setProtocolVersion(protocolVersion),
    hasSession: () => true,
    close: () => transport.close(),
  };
}
