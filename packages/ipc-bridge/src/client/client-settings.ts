import { defaultMaxFrameBytes } from '../frames/frame-decoder.ts';
import { timerSchedule } from '../schedule.ts';
import { type BackoffOptions, defaultBackoff } from './backoff.ts';
import { type ClientCounters, createClientCounters } from './client-counters.ts';
import type { AgentClientOptions, ClientLimits, ClientProblem } from './client-options.ts';

/** The options of a client with every default in place, and what it counts with. */
export interface ClientSettings extends Required<Omit<AgentClientOptions, 'backoff' | 'limits' | 'onProblem'>> {
  readonly backoff: BackoffOptions;
  readonly limits: ClientLimits;
  readonly counters: { -readonly [Name in keyof ClientCounters]: number };
  /** Reports without ever throwing. */
  readonly report: (problem: ClientProblem) => void;
}

const defaultLimits: ClientLimits = {
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
        // A reporter that fails has nobody to report to.
      }
    },
  };
}
