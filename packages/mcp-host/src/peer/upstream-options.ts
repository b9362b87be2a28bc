import type { JsonObject } from '@modegate/json';
import type { Schedule } from '@modegate/timing';
import type { ProtocolRevision, RevisionSource } from '../revisions/protocol-revision.ts';
import type { LogSource } from '../transport/transport.ts';

/** How we introduce ourselves to the server, how long it may take, and who receives what it sends. */
export interface UpstreamOptions {
  /** The server's name in messages of errors. Default: nameless. */
  readonly name?: string;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** The server may ask these of us: declared in `initialize`, or with each request that says nothing else. */
  readonly capabilities: JsonObject;
  /** How the server speaks, as far as that is known. Default: unknown, so that it is asked first. */
  readonly revision?: ProtocolRevision | undefined;
  /** Why it is spoken to in that revision, where it may speak both: its entry says so, or its clients have questions of it that arrive there only. */
  readonly revisionSource?: RevisionSource | undefined;
  /** How long `initialize` may take. */
  readonly initializeTimeoutMs: number;
  /** How long a request may take that says nothing else. */
  readonly requestTimeoutMs: number;
  /** How many requests of the server are answered at once; more are refused. Default 64. */
  readonly maxServerRequests?: number;
  /** Answers a request of a legacy server (`ping` is answered inside); throw an {@link RpcError} to refuse. */
  onRequest(method: string, params: JsonObject, context: { readonly signal: AbortSignal }): Promise<JsonObject>;
  /** Takes a notification: synchronously, in order, and before any response that came later. */
  onNotification(method: string, params: JsonObject): void;
  /** Takes a line of the server's log, or a remark on something that it should not have sent. */
  onLog?(kind: LogSource, text: string): void;
  /** Milliseconds of a clock that never goes back. Default: `performance.now`. */
  readonly now?: () => number;
  /** Runs something later and returns a function that cancels it. Default: a timer that does not keep the process alive. */
  readonly schedule?: Schedule;
  /** A number from 0 up to 1. Default `Math.random`. */
  readonly random?: () => number;
}
