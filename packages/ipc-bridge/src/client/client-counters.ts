import type { FrameCounters } from '../frames/frame.ts';

/** What a client has counted since it was created. */
export interface ClientCounters extends FrameCounters {
  /** Attempts to connect, those that the agent introduced itself on, and ends of open connections. */
  readonly attempts: number;
  readonly connections: number;
  readonly disconnects: number;
  /** Whole frames that were messages, and the events among them. */
  readonly messages: number;
  readonly events: number;
  /** Messages that are neither an introduction nor an event. */
  readonly unknownMessages: number;
  readonly commandsSent: number;
  readonly commandsConfirmed: number;
  readonly commandsFailed: number;
  readonly commandsTimedOut: number;
  /** Answers to commands that were no longer waited for. */
  readonly lateAnswers: number;
  /** Answers that belong to no command of this client. */
  readonly strayAnswers: number;
  /** Listeners that threw. */
  readonly listenerErrors: number;
}

/** All zero. */
export function createClientCounters(): { -readonly [Name in keyof ClientCounters]: number } {
  return {
    attempts: 0,
    connections: 0,
    disconnects: 0,
    messages: 0,
    events: 0,
    malformedFrames: 0,
    emptyFrames: 0,
    oversizedFrames: 0,
    foreignFrames: 0,
    unknownMessages: 0,
    commandsSent: 0,
    commandsConfirmed: 0,
    commandsFailed: 0,
    commandsTimedOut: 0,
    lateAnswers: 0,
    strayAnswers: 0,
    listenerErrors: 0,
  };
}
