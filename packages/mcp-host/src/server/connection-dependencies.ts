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

/** Shared by the connections of one configuration; tests replace parts of it. */
export interface ConnectionDependencies {
  readonly timing: TimeSource;
  readonly origin: LaunchOrigin;
  readonly opening: OpeningOptions;
  /** How often an idle server is pinged. */
  readonly pingIntervalMs: number;
  readonly watchFiles: WatchFiles;
  readonly emit: (event: ConnectionsEvent) => void;
  readonly log: ConnectionsLog;
}

/** How a server is connected to. */
export interface OpeningOptions {
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** The client capabilities to declare in the next `initialize`. */
  readonly capabilities: () => JsonObject;
  readonly onRequest: AnswerServer;
  readonly openTransport: OpenTransport;
  readonly initializeTimeoutMs: number;
  readonly slots: StartLimit;
  readonly backoff: Backoff;
  readonly sessionBasedServers: SessionBasedServers;
  /** Whether a client with a session is there that can be asked something. */
  readonly wantsSession: () => boolean;
}

/** Makes the link to a server, not yet open. */
export type OpenTransport = (launch: ServerLaunch, server: { readonly name: string }) => UpstreamTransport;

/** Answers what a server asks; throws an RpcError to refuse. */
export type AnswerServer = (
  ...request: readonly [server: string, method: string, params: JsonObject, context: { readonly signal: AbortSignal }]
) => Promise<JsonObject>;

/** Takes one line for a log. Does not throw. */
export type ConnectionsLog = (line: ConnectionsLogLine) => void;

/** One line for a log; shows no value of `env` or `headers`. */
export interface ConnectionsLogLine {
  /** Absent when it is about no one server. */
  readonly server: string | undefined;
  readonly level: ConnectionError['level'];
  readonly message: string;
}
