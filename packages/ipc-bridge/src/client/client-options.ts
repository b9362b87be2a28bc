import { attempt } from '@modegate/json';
import { type Schedule, timerSchedule } from '@modegate/timing';
import type { ByteChannel } from '../channel.ts';
import type { Dialect } from '../dialect.ts';
import { defaultMaxFrameBytes, type FrameProblem } from '../frames/frame.ts';
import { createClientCounters } from './client-counters.ts';

/** Options for a client. Only `open` has no default. */
export interface AgentClientOptions {
  /** Opens a connection; the signal is aborted if the client is closed before the connection opens. */
  readonly open: (signal: AbortSignal) => Promise<ByteChannel> | ByteChannel;
  /**
   * Dialect of the agent. Default `detect`: a server version in the agent's introduction indicates `fork`, a
   * `taskStartResponse` indicates `zoo`, and anything else `official`.
   */
  readonly dialect?: Dialect | 'detect';
  /**
   * With `detect`, checks, before the state becomes `ready` and for up to a second, whether an agent without a version
   * replies in the same way as fork. Default false.
   */
  readonly probe?: boolean;
  /** Clock that returns the time in epoch milliseconds. Default: `Date.now`. */
  readonly clock?: () => number;
  /** Schedules a timer. Default: the platform's timer. */
  readonly schedule?: Schedule;
  /** Returns a number from 0 up to, but not including, 1, for use in the back-off. Default: `Math.random`. */
  readonly random?: () => number;
  /** Returns a new request id that consists of letters, digits, `_`, `.`, `:` and `-`. Default: `crypto.randomUUID`. */
  readonly createRequestId?: () => string;
  readonly backoff?: Partial<BackoffOptions>;
  readonly limits?: Partial<AgentClientLimits>;
  /** Called for each problem that is counted and skipped; never receives the content of a message. */
  readonly onProblem?: (problem: ClientProblem) => void;
}

/** Delays between connection attempts. */
export interface BackoffOptions {
  /**
   * Maximum length of the first delay, in milliseconds; the maximum doubles with every further failure. Default 250.
   */
  readonly initialMs: number;
  /** Maximum length of any delay, in milliseconds. Default 30,000. */
  readonly maxMs: number;
  /** Time in milliseconds for which a connection must last before the back-off is reset. Default 5,000. */
  readonly stableMs: number;
}

/** Limits for a client. */
export interface AgentClientLimits {
  /** Time in milliseconds within which the agent must introduce itself on an open connection. Default 10,000. */
  readonly ackTimeoutMs: number;
  /** Maximum frame size in both directions. Default 32 MiB. */
  readonly maxFrameBytes: number;
  /**
   * Maximum number of bytes that may wait to be sent to an agent that is not reading; if it is exceeded, the connection
   * is closed. Default 64 MiB.
   */
  readonly maxBufferedBytes: number;
}

/** A problem that was skipped or tolerated, described without revealing any content. */
export type ClientProblem =
  | FrameProblem
  | { readonly kind: 'unknownMessage'; readonly reason: string }
  | { readonly kind: 'lateAnswer' | 'strayAnswer'; readonly eventName: string; readonly requestId: string | undefined }
  | { readonly kind: 'listenerFailed'; readonly error: unknown };

/** Options for a client with all defaults applied, and the client's counters. */
export interface ClientSettings extends Required<Omit<AgentClientOptions, 'backoff' | 'limits' | 'onProblem'>> {
  readonly backoff: BackoffOptions;
  readonly limits: AgentClientLimits;
  readonly counters: ReturnType<typeof createClientCounters>;
  /** Reports problems; never throws. */
  readonly report: (problem: ClientProblem) => void;
}

const defaultBackoff: BackoffOptions = { initialMs: 250, maxMs: 30_000, stableMs: 5_000 };

const defaultLimits: AgentClientLimits = {
  ackTimeoutMs: 10_000,
  maxFrameBytes: defaultMaxFrameBytes,
  maxBufferedBytes: 2 * defaultMaxFrameBytes,
};

/** Applies the defaults to the options of a client. */
export function clientSettings(options: AgentClientOptions): ClientSettings {
  const { onProblem } = options;
  return {
    open: options.open,
    dialect: options.dialect ?? 'detect',
    probe: options.probe ?? false,
    clock: options.clock ?? Date.now,
    schedule: options.schedule ?? timerSchedule,
    random: options.random ?? Math.random,
    createRequestId: options.createRequestId ?? (() => crypto.randomUUID()),
    backoff: { ...defaultBackoff, ...options.backoff },
    limits: { ...defaultLimits, ...options.limits },
    counters: createClientCounters(),
    report: (problem) => attempt(() => onProblem?.(problem)),
  };
}
