import type { JsonObject } from '@modegate/json';
import type { ServerLaunch } from '../launch/server-launch.ts';
import type { LaunchOrigin } from '../launch/server-plan.ts';
import type { Backoff } from '../timing/retry-delay.ts';
import type { StartLimit } from '../timing/start-limit.ts';
import type { TimeSource } from '../timing/time-source.ts';
import type { UpstreamTransport } from '../transport/transport.ts';
import type { SessionBasedServers } from './cached-revision.ts';
import type { ConnectionError } from './error-history.ts';
import type { ConnectionsEvent } from './upstream-server.ts';
import type { WatchFiles } from './watch-launch-files.ts';

/** Dependencies shared by the connections of a configuration; tests replace some of them. */
export interface ConnectionDependencies {
  readonly timing: TimeSource;
  readonly origin: LaunchOrigin;
  readonly opening: OpeningOptions;
  /** Interval between health checks of an idle server. */
  readonly pingIntervalMs: number;
  readonly watchFiles: WatchFiles;
  readonly emit: (event: ConnectionsEvent) => void;
  readonly log: ConnectionsLog;
}

/** Options for connecting to a server. */
export interface OpeningOptions {
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** The client capabilities for the next `initialize`. */
  readonly capabilities: () => JsonObject;
  readonly onRequest: AnswerServer;
  readonly openTransport: OpenTransport;
  readonly initializeTimeoutMs: number;
  readonly slots: StartLimit;
  readonly backoff: Backoff;
  readonly sessionBasedServers: SessionBasedServers;
  /** True if a client with a session can answer requests from servers. */
  readonly wantsSession: () => boolean;
}

/** Creates the transport to a server without opening it. */
export type OpenTransport = (launch: ServerLaunch, server: { readonly name: string }) => UpstreamTransport;

/** Answers a request from a server; throws an RpcError to refuse the request. */
export type AnswerServer = (
  ...request: readonly [server: string, method: string, params: JsonObject, context: { readonly signal: AbortSignal }]
) => Promise<JsonObject>;

/** Receives a log line. Must not throw. */
export type ConnectionsLog = (line: ConnectionsLogLine) => void;

/** A log line; contains no values from `env` or `headers`. */
export interface ConnectionsLogLine {
  /** Name of the server; undefined if the line does not concern a single server. */
  readonly server: string | undefined;
  readonly level: ConnectionError['level'];
  readonly message: string;
}
