/** The first revision of MCP that has no session: what used to be agreed once is said in each request. */
export const STATELESS_VERSION = '2026-07-28';

/** The keys of `_meta` that say it (MCP 2026-07-28, basic: `_meta`). */
export const META_KEYS = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const;
