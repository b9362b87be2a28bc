/**
 * How a server speaks (MCP 2026-07-28, basic/versioning, Terminology): `legacy` with a handshake, `modern` with version, capabilities and
 * client in each request.
 */
export type ProtocolRevision = 'legacy' | 'modern';

/** Who decides on the revision of a server that may speak both: its entry, which allows no other, or its clients. */
export type RevisionSource = 'entry' | 'clients';

/** The one modern revision that we speak. */
export const STATELESS_REVISION = '2026-07-28';

/** The revision that `initialize` asks for. */
export const LATEST_SESSION_REVISION = '2025-11-25';

/** All legacy revisions that we speak, newest first; those before differ in nothing that a client of these messages would notice. */
export const SESSION_REVISIONS: readonly string[] = [
  LATEST_SESSION_REVISION,
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];
