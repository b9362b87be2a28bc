import type { Backoff } from './backoff.ts';
import type { ConnectionError } from './error-history.ts';
import type { JsonObject } from './json-object.ts';
import type { Schedule } from './schedule.ts';
import type { StartSlots } from './start-slots.ts';
import type { ServerLaunch, Surroundings } from './substitute-entry.ts';
import type { UpstreamTransport } from './transport.ts';
import type { ConnectionsEvent } from './upstream-server.ts';
import type { WatchFiles } from './watch-paths.ts';

/** What all connections of one {@link createConnections} share. */
export interface ConnectionWorld {
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly surroundings: Surroundings;
  readonly ownScripts: readonly string[];
  readonly backoff: Backoff;
  readonly initializeTimeoutMs: number;
  readonly pingIntervalMs: number;
  readonly slots: StartSlots;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly schedule: Schedule;
  readonly random: () => number;
  readonly openTransport: OpenTransport;
  readonly watchFiles: WatchFiles;
  /** What a server that starts now is told that it may ask. */
  readonly capabilities: () => JsonObject;
  readonly onRequest: AnswerServer;
  readonly emit: (event: ConnectionsEvent) => void;
  readonly log: ConnectionsLog;
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
