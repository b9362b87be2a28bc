import { isIPv4 } from 'node:net';

/** The hosts and origins that may use an HTTP server. */
export interface HostRules {
  /** Host names or `name:port`; a name without a port matches every port. */
  readonly allowedHosts: readonly string[];
  /**
   * Allowed origins, such as `https://app.example`; if the list is empty, every origin whose host name is allowed is
   * permitted.
   */
  readonly allowedOrigins: readonly string[];
}

/** The loopback host names. */
export const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/** True if an address to listen on is reachable only from this machine. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/**
 * Explains why a request's Host or Origin is not allowed; returns undefined if both are allowed. Without this check,
 * any web page could reach a loopback server by DNS rebinding (MCP 2025-11-25, transports, Security Warning).
 */
export function hostProblem(
  headers: { readonly host?: string | undefined; readonly origin?: string | undefined },
  rules: HostRules,
): string | undefined {
  if (!isAllowedHost(headers.host ?? '', rules.allowedHosts)) return 'Host is not allowed';
  if (headers.origin === undefined || isAllowedOrigin(headers.origin, rules)) return undefined;
  return 'Origin is not allowed';
}

function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  const wanted = host.toLowerCase();
  const name = wanted.replace(/:\d+$/, '');
  return allowed.some((each) => each.toLowerCase() === wanted || each.toLowerCase() === name);
}

function isAllowedOrigin(origin: string, { allowedHosts, allowedOrigins }: HostRules): boolean {
  if (allowedOrigins.length > 0) return allowedOrigins.includes(origin);
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  return (protocol === 'http:' || protocol === 'https:') && isAllowedHost(host, allowedHosts);
}
