import type { ByteChannel } from '../channel.ts';
import type { Dialect } from '../dialect.ts';
import type { FrameProblem } from '../frames/frame-decoder.ts';
import type { Schedule } from '../schedule.ts';
import type { BackoffOptions } from './backoff.ts';

/** What a client needs. Only `open` has no default. */
export interface AgentClientOptions {
  /** Opens a connection; the signal is aborted when the client is closed meanwhile. */
  readonly open: (signal: AbortSignal) => Promise<ByteChannel> | ByteChannel;
  /** What the agent speaks. Default `detect`: a server version in its introduction means `fork`, a `taskStartResponse` means `zoo`, anything else `official`. */
  readonly dialect?: Dialect | 'detect';
  /** Under `detect`, asks an agent without a version whether it answers as a fork does, for up to a second before `ready`. Default false. */
  readonly probe?: boolean;
  /** Epoch milliseconds. Default: `Date.now`. */
  readonly clock?: () => number;
  /** Default: the platform's timer. */
  readonly schedule?: Schedule;
  /** From 0 to below 1, for the back-off. Default: `Math.random`. */
  readonly random?: () => number;
  /** A fresh request id of letters, digits, `_`, `.`, `:` and `-`. Default: `crypto.randomUUID`. */
  readonly createRequestId?: () => string;
  readonly backoff?: Partial<BackoffOptions>;
  readonly limits?: Partial<ClientLimits>;
  /** Told of what was counted and skipped; never of the content of a message. */
  readonly onProblem?: (problem: ClientProblem) => void;
}

/** The bounds of a client. */
export interface ClientLimits {
  /** How long an open connection may take to introduce itself. Default 10 000. */
  readonly ackTimeoutMs: number;
  /** The longest frame, in both directions. Default 32 MiB. */
  readonly maxFrameBytes: number;
  /** How much may wait for an agent that does not read before the connection is given up. Default 64 MiB. */
  readonly maxBufferedBytes: number;
}

/** Something that was skipped or survived, without its content. */
export type ClientProblem =
  | FrameProblem
  | { readonly kind: 'unknownMessage'; readonly reason: string }
  | { readonly kind: 'lateAnswer' | 'strayAnswer'; readonly eventName: string; readonly requestId: string | undefined }
  | { readonly kind: 'listenerFailed'; readonly error: unknown };
