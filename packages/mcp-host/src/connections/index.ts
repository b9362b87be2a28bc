// The public surface of the connections, written out by hand. Nothing else is exported.
export { HostError, type HostErrorCode, type HostErrorData } from '../host-error.ts';
export type { Backoff } from './backoff.ts';
export type { ConnectionState } from './connection-state.ts';
export type { AnswerServer, ConnectionsLog, ConnectionsLogLine, OpenTransport } from './connection-world.ts';
export { type Connections, createConnections } from './connections.ts';
export type { ConnectionsOptions } from './connections-options.ts';
export type { ConnectionError } from './error-history.ts';
export type { JsonObject } from './json-object.ts';
export type { Lease } from './leases.ts';
export { createRemoteTransport, type RemoteTransportOptions } from './remote-transport.ts';
export { RpcError } from './rpc-error.ts';
export type { Schedule } from './schedule.ts';
export { createStdioTransport, type StdioTransportOptions } from './stdio-transport.ts';
export type { RemoteLaunch, ServerLaunch, StdioLaunch, Surroundings } from './substitute-entry.ts';
export type { NoteKind, TransportEnd, TransportReceiver, UpstreamTransport } from './transport.ts';
export { openUpstream, type Upstream, type UpstreamOptions, type UpstreamRequestOptions } from './upstream.ts';
export type { ConnectionsEvent, ListName, ServerLists, UpstreamServer } from './upstream-server.ts';
export type { WatchFiles } from './watch-paths.ts';
