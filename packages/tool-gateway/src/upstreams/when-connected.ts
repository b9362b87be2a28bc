import type { Connections } from '@modegate/mcp-host/connections';

/**
 * Resolves when a disconnected server can be reached; undefined if the server is connected. A request to a starting
 * server would wait, and the decision about it could change in the meantime, so a ping, which needs no decision, is
 * sent first.
 *
 * @throws {HostError} SERVER_UNAVAILABLE or SERVER_UNKNOWN, or the reason from the request's signal.
 */
export function whenConnected(
  connections: Connections,
  server: string,
  request: { readonly signal: AbortSignal },
): Promise<undefined> | undefined {
  return isConnected(connections, server) ? undefined : sendAhead(connections, server, request.signal);
}

/** True if requests to a server are sent immediately. */
export function isConnected({ servers }: Connections, server: string): boolean {
  return servers.some(({ name, state }) => name === server && state.status === 'connected');
}

async function sendAhead(connections: Connections, server: string, signal: AbortSignal): Promise<undefined> {
  try {
    await connections.request(server, 'ping', undefined, { signal });
  } catch (error) {
    // A server that rejects pings has still responded.
    if (!(error instanceof Error && error.name === 'RpcError')) throw error;
  }
}
