import { defaultMaxFrameBytes } from '../frames/frame-decoder.ts';
import { timerSchedule } from '../schedule.ts';
import type { AgentServerOptions, ServerCounters, ServerLimits, ServerProblem } from './server-options.ts';

/** The options of a server with every default in place, and what it counts with. */
export interface ServerSettings extends Required<Omit<AgentServerOptions, 'limits' | 'onProblem' | 'onClient'>> {
  readonly limits: ServerLimits;
  readonly counters: { -readonly [Name in keyof ServerCounters]: number };
  /** Reports without ever throwing. */
  readonly report: (problem: ServerProblem) => void;
}

const defaultLimits: ServerLimits = {
  maxFrameBytes: defaultMaxFrameBytes,
  maxOutboundBytes: 2 * defaultMaxFrameBytes,
  maxClients: 100,
  maxConcurrentCommands: 64,
};

/** Fills in what an owner left out. */
export function serverSettings(options: AgentServerOptions): ServerSettings {
  const { onProblem } = options;
  return {
    dialect: options.dialect,
    onCommand: options.onCommand,
    identity: options.identity ?? {},
    createClientId: options.createClientId ?? randomClientId,
    acceptForeignClientIds: options.acceptForeignClientIds ?? false,
    schedule: options.schedule ?? timerSchedule,
    limits: { ...defaultLimits, ...options.limits },
    counters: createServerCounters(),
    report: (problem) => {
      try {
        onProblem?.(problem);
      } catch {
        // A reporter that fails has nobody to report to.
      }
    },
  };
}

// As the agents' own: six bytes in hexadecimal.
function randomClientId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function createServerCounters(): ServerSettings['counters'] {
  return {
    clientsAccepted: 0,
    clientsRefused: 0,
    slowClientsCut: 0,
    commands: 0,
    commandsFailed: 0,
    foreignClientIds: 0,
    unknownMessages: 0,
    malformedFrames: 0,
    emptyFrames: 0,
    oversizedFrames: 0,
    foreignFrames: 0,
    eventsSent: 0,
  };
}
