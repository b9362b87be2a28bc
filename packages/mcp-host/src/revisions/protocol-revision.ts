/**
 * Kind of protocol revision (MCP 2026-07-28, basic/versioning, Terminology): `legacy` begins a session with a
 * handshake; `modern` is stateless, and each request carries the version, the capabilities and the client's identity.
 */
export type ProtocolRevision = 'legacy' | 'modern';

/**
 * The party that decides on the revision if a server may support both revisions: the server's entry, whose choice is
 * final, or the server's clients.
 */
export type RevisionSource = 'entry' | 'clients';
