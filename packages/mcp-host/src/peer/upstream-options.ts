import type { JsonObject } from '@modegate/json';
import type { Schedule } from '@modegate/timing';
import type { ProtocolRevision, RevisionSource } from '../revisions/protocol-revision.ts';
import type { LogSource } from '../transport/transport.ts';

/** Options of {@link openUpstream}. */
export interface UpstreamOptions {
  /** The name of the server, for error messages. Default: none. */
  readonly name?: string;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** The capabilities that are declared in `initialize` or sent with each request by default. */
  readonly capabilities: JsonObject;
  /** The revision of the server, if known. Default: unknown, in which case the server is probed. */
  readonly revision?: ProtocolRevision | undefined;
  /**
   * The reason for using that revision if the server may support both revisions: either its entry prescribes the
   * revision, or the server's requests reach its clients only in that revision.
   */
  readonly revisionSource?: RevisionSource | undefined;
  /** Time limit for `initialize`. */
  readonly initializeTimeoutMs: number;
  /** Default time limit for a request. */
  readonly requestTimeoutMs: number;
  /** Maximum number of concurrent requests from the server; further requests are rejected. Default 64. */
  readonly maxServerRequests?: number;
  /**
   * Answers a request from a server with a session (`ping` is handled internally); throws an {@link RpcError} to refuse
   * the request.
   */
  onRequest(method: string, params: JsonObject, context: { readonly signal: AbortSignal }): Promise<JsonObject>;
  /** Handles a notification: synchronously, in order, and before any later response. */
  onNotification(method: string, params: JsonObject): void;
  /** Receives a line from the server's log, or a warning about an unexpected message. */
  onLog?(kind: LogSource, text: string): void;
  /** Returns the time of a monotonic clock, in milliseconds. Default: `performance.now`. */
  readonly now?: () => number;
  /**
   * Schedules a callback and returns a function that cancels it. Default: a timer that does not keep the process alive.
   */
  readonly schedule?: Schedule;
  /** Returns a number from 0 up to, but not including, 1. Default `Math.random`. */
  readonly random?: () => number;
}
