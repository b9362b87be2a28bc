import { isJsonObject, type JsonObject } from '@modegate/json';

/**
 * The first revision of MCP without sessions: each request carries the data that was previously negotiated by
 * `initialize`.
 */
export const STATELESS_REVISION = '2026-07-28';

/** The latest revision with sessions, requested by `initialize`. */
export const LATEST_SESSION_REVISION = '2025-11-25';

/**
 * All supported revisions with sessions, newest first. The SDK contains the same list, but importing it would build all
 * of the SDK's schemas.
 */
export const SESSION_REVISIONS: readonly string[] = [
  LATEST_SESSION_REVISION,
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

/** Prefix of the `_meta` keys that belong to the protocol (MCP 2026-07-28, basic: `_meta`). */
export const META_PREFIX = 'io.modelcontextprotocol/';

/** The `_meta` keys of the protocol (MCP 2026-07-28, basic: `_meta`). */
export const META_KEYS = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const;

/** The only requests that a server may answer with `input_required` (MCP 2026-07-28, basic/patterns/mrtr). */
export const INPUT_METHODS: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** Severity of a log line (RFC 5424), least severe first. */
export const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

/** One of {@link LOG_LEVELS}. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Returns the value of the `Mcp-Name` header: the tool, prompt or URI to which a request refers; undefined if the
 * request refers to none of these.
 */
export function nameOfRequest(method: string, params: unknown): string | undefined {
  if (!INPUT_METHODS.has(method) || !isJsonObject(params)) return undefined;
  const { name, uri }: JsonObject = params;
  const value = method === 'resources/read' ? uri : name;
  return typeof value === 'string' ? value : undefined;
}
