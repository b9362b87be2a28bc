import type { JsonObject } from '@modegate/json';
import { waitAtMost } from '@modegate/timing';
import type { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/** The two HTTP transports: `streamable-http` (MCP 2025-03-26 and later) and `sse` (2024-11-05). */
export type RemoteType = 'streamable-http' | 'sse';

/** An SDK transport that hides the differences between the two kinds of transport. */
export interface RemoteClient {
  /** Sends a message; resolves when the response begins. Passes on errors from the SDK and from `fetch`. */
  send(message: JsonObject): Promise<void>;
  agreed(protocolVersion: string): void;
  /** True if the server assigned a session; the server may also end it. */
  hasSession(): boolean;
  /** Ends the session (within `graceMs` milliseconds) and closes all connections. Never rejects. */
  close(graceMs: number): Promise<void>;
}

export interface RemoteClientOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  /** Called when the event stream has ended permanently. */
  readonly onFailed: (error: unknown) => void;
  /** Called for a problem that does not end the link. */
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Loads and starts the SDK's transport; for `sse`, this also opens the connection. Passes on errors from the SDK and
 * from `fetch`.
 */
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
    // An error that occurs while sending is also reported here, just before it is thrown.
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
      // If the session cannot be ended in time, the server ends it later, when the session expires.
      if (graceMs > 0) await waitAtMost(transport.terminateSession(), { limitMs: graceMs });
      await transport.close();
    },
  };
}

async function openSse({ url, headers, fetch, onFailed }: RemoteClientOptions): Promise<RemoteClient> {
  const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js');
  const transport = new SSEClientTransport(url, { requestInit: { headers: { ...headers } }, fetch });
  let open = false;
  // The event source would reconnect on its own, but to a new, uninitialised session.
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
