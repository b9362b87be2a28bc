import { type Schedule, timerSchedule } from '@modegate/timing';
import type { ByteChannel } from '../channel.ts';
import type { Dialect } from '../dialect.ts';
import { defaultMaxFrameBytes, type FrameProblem } from '../frames/frame.ts';
import { createClientCounters } from './client-counters.ts';

/** How a client connects, and its bounds. Only `open` has no default. */
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
  readonly limits?: Partial<AgentClientLimits>;
  /** Told of what was counted and skipped; never of the content of a message. */
  readonly onProblem?: (problem: ClientProblem) => void;
}

/** How long a client waits before the next attempt. */
export interface BackoffOptions {
  /** The upper bound of the first wait; every further failure doubles it. Default 250. */
  readonly initialMs: number;
  /** The upper bound of every wait. Default 30 000. */
  readonly maxMs: number;
  /** How long a connection has to last for the next wait to be a first one again. Default 5 000. */
  readonly stableMs: number;
}

/** The bounds of a client. */
export interface AgentClientLimits {
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

/** The options of a client with every default in place, and what it counts with. */
export interface ClientSettings extends Required<Omit<AgentClientOptions, 'backoff' | 'limits' | 'onProblem'>> {
  readonly backoff: BackoffOptions;
  readonly limits: AgentClientLimits;
  readonly counters: ReturnType<typeof createClientCounters>;
  /** Reports without ever throwing. */
  readonly report: (problem: ClientProblem) => void;
}

const defaultBackoff: BackoffOptions = { initialMs: 250, maxMs: 30_000, stableMs: 5_000 };

const defaultLimits: AgentClientLimits = {
  ackTimeoutMs: 10_000,
  maxFrameBytes: defaultMaxFrameBytes,
  maxBufferedBytes: 2 * defaultMaxFrameBytes,
};

/** Fills in what an owner left out. */
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
    report: (problem) => {
      try {
        onProblem?.(problem);
      } catch {
        // There is nowhere to report a reporter that fails.
      }
    },
  };
}
