import type { JsonObject } from '@modegate/json';
import type { ServerLaunch } from '../launch/server-launch.ts';
import type { LaunchOrigin } from '../launch/server-plan.ts';
import type { Backoff } from '../timing/retry-delay.ts';
import type { StartSlots } from '../timing/start-slots.ts';
import type { Timing } from '../timing/timing.ts';
import type { UpstreamTransport } from '../transport/transport.ts';
import type { ConnectionError } from './error-history.ts';
import type { LegacyServers } from './known-era.ts';
import type { ConnectionsEvent } from './upstream-server.ts';
import type { WatchFiles } from './watch-paths.ts';

/** Shared by the connections of one configuration; tests replace parts of it. */
export interface ConnectionDependencies {
  readonly timing: Timing;
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
  readonly slots: StartSlots;
  readonly backoff: Backoff;
  readonly legacyServers: LegacyServers;
  /** Whether a client with a session is there that can be asked something. */
  readonly wantsLegacy: () => boolean;
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
