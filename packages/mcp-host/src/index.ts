// The public API. Nothing else is exported.

export type { JsonObject } from '@modegate/json';
export { RpcError } from '@modegate/json-rpc';
export type { Schedule } from '@modegate/timing';
export type { ClientReference, ConnectionsClient } from './connections/client-references.ts';
export { type Connections, createConnections } from './connections/connections.ts';
export type { ConnectionsOptions } from './connections/connections-options.ts';
export { explainUnanswered, queryServers } from './connections/query-servers.ts';
export { HostError, type HostErrorCode, type HostErrorData } from './host-error.ts';
export { describeLaunch, escapeInvisible, quoteWord } from './launch/describe-launch.ts';
export { entryHash } from './launch/entry-hash.ts';
export type { LaunchEnvironment, RemoteLaunch, ServerLaunch, StdioLaunch } from './launch/server-launch.ts';
export { planServer, type ServerPlan, type WhyNotStarted } from './launch/server-plan.ts';
export {
  readTrustedServers,
  type TrustedServer,
  type TrustedServers,
  writeTrustedServers,
} from './launch/trusted-servers.ts';
export type { ServerLists } from './lists/server-lists.ts';
export { openUpstream, type Upstream } from './peer/upstream.ts';
export type { UpstreamOptions } from './peer/upstream-options.ts';
export type { RequestInput, UpstreamRequestOptions } from './peer/upstream-request.ts';
export { createStdioTransport, type StdioTransportOptions } from './process/stdio-transport.ts';
export type { AuthoriseRemote, RemoteAuthorisation } from './remote/authorised-transport.ts';
export { createRemoteTransport, type RemoteTransportOptions } from './remote/remote-transport.ts';
export type { ProtocolRevision } from './revisions/protocol-revision.ts';
export type { SessionBasedServers } from './server/cached-revision.ts';
export type {
  AnswerServer,
  ConnectionsLog,
  ConnectionsLogLine,
  OpenTransport,
} from './server/connection-dependencies.ts';
export type { ConnectionState } from './server/connection-state.ts';
export type { ConnectionsEvent, UpstreamServer } from './server/upstream-server.ts';
export type { Backoff } from './timing/retry-delay.ts';
export type { TransportEnd, TransportReceiver, UpstreamTransport } from './transport/transport.ts';
