import { createFrameCounters } from '../frames/frame.ts';

/** Counters for a client since its creation. */
export type ClientCounters = Readonly<ReturnType<typeof createClientCounters>>;

/** Creates counters that are all zero. */
export function createClientCounters() {
  return {
    /** Attempts to connect. */
    attempts: 0,
    /** Connections over which the agent introduced itself. */
    connections: 0,
    /** Open connections that ended. */
    disconnects: 0,
    /** Frames that contained a message. */
    messages: 0,
    /** Messages that were events. */
    events: 0,
    ...createFrameCounters(),
    /** Messages other than introductions and events. */
    unknownMessages: 0,
    commandsSent: 0,
    commandsConfirmed: 0,
    commandsFailed: 0,
    commandsTimedOut: 0,
    /** Replies to commands whose callers were no longer waiting. */
    lateAnswers: 0,
    /** Replies to unknown commands. */
    strayAnswers: 0,
    /** Listeners that threw an error. */
    listenerErrors: 0,
  };
}
