import type { Connections } from '@modegate/mcp-host/connections';

/**
 * Resolves when a server that is not connected can be reached; undefined when it is connected. A request that is sent to a
 * server which is still starting waits there, and what was decided about it may change meanwhile: so something that needs
 * no decision is sent ahead.
 *
 * @throws {HostError} SERVER_UNAVAILABLE or SERVER_UNKNOWN, and the reason of the request's signal.
 */
export function whenConnected(
  connections: Connections,
  server: string,
  request: { readonly signal: AbortSignal },
): Promise<undefined> | undefined {
  return isConnected(connections, server) ? undefined : sendAhead(connections, server, request.signal);
}

/** Whether what is sent to a server now is sent at once. */
export function isConnected({ servers }: Connections, server: string): boolean {
  return servers.some(({ name, state }) => name === server && state.status === 'connected');
}

async function sendAhead(connections: Connections, server: string, signal: AbortSignal): Promise<undefined> {
  try {
    await connections.request(server, 'ping', undefined, { signal });
  } catch (error) {
    // A server that refuses pings has answered.
    if (!(error instanceof Error && error.name === 'RpcError')) throw error;
  }
}
