/**
 * How a server speaks (MCP 2026-07-28, basic/versioning, Terminology): `legacy` with a handshake, `modern` with version, capabilities and
 * client in each request.
 */
export type ProtocolRevision = 'legacy' | 'modern';

/** Who decides on the revision of a server that may speak both: its entry, which allows no other, or its clients. */
export type RevisionSource = 'entry' | 'clients';
