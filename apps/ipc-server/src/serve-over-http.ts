import type { ProtocolServer } from '@modegate/mcp-protocol';
import { type HttpServing, isLoopbackHost, serveHttp } from '@modegate/mcp-protocol/http';
import { type HttpSettings, requireGuard, startHttp } from '@modegate/program-shell';

/**
 * Anyone who can call this server can drive the agent, and nobody asks who calls; so it serves this machine only.
 *
 * @throws {AppError} exit code 2, before anything is started.
 */
export function requireLoopback(http: HttpSettings): void {
  requireGuard(http, {
    isLoopback: isLoopbackHost(http.host),
    guard: { isThere: false, remedy: 'Put a proxy that asks who calls in front of it, or a tunnel such as ssh -L.' },
  });
}

/**
 * Serves at `/mcp` until a signal comes. Says where, on stderr.
 *
 * @throws {AppError} exit code 1 when the address cannot be had.
 */
export function serveOverHttp(server: ProtocolServer, http: HttpSettings): Promise<HttpServing> {
  return startHttp(http, (options) => serveHttp(server, options));
}
