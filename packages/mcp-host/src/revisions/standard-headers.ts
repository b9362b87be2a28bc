import { isJsonObject, type JsonObject } from '@modegate/json';
import { headerValue } from './header-value.ts';
import { claimedVersion } from './request-meta.ts';

/** Which member of the params a method is about. */
const NAMED_BY: Readonly<Record<string, 'name' | 'uri'>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/**
 * The headers that repeat what a modern message says (MCP 2026-07-28, basic/transports/streamable-http, Request Metadata); undefined for a
 * legacy message, whose headers belong to its session.
 */
export function standardHeaders(message: JsonObject): Readonly<Record<string, string>> | undefined {
  const { method, params } = message;
  const version = claimedVersion(message);
  if (version === undefined || typeof method !== 'string') return undefined;
  const member = Object.hasOwn(NAMED_BY, method) ? NAMED_BY[method] : undefined;
  const name = member !== undefined && isJsonObject(params) ? params[member] : undefined;
  return {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': headerValue(name) } : {}),
  };
}
