import { createFrameCounters } from '../frames/frame.ts';

/** Counts of a client since its creation. */
export type ClientCounters = Readonly<ReturnType<typeof createClientCounters>>;

/** Creates counters that are all zero. */
export function createClientCounters() {
  return {
    /** Attempts to connect. */
    attempts: 0,
    /** Connections on which the agent introduced itself. */
    connections: 0,
    /** Open connections that ended. */
    disconnects: 0,
    /** Frames that held a message. */
    messages: 0,
    /** Messages that were events. */
    events: 0,
    ...createFrameCounters(),
    /** Messages that are neither an introduction nor an event. */
    unknownMessages: 0,
    commandsSent: 0,
    commandsConfirmed: 0,
    commandsFailed: 0,
    commandsTimedOut: 0,
    /** Replies to commands that no caller was waiting for any more. */
    lateAnswers: 0,
    /** Replies that belong to no command of this client. */
    strayAnswers: 0,
    /** EventListeners that threw. */
    listenerErrors: 0,
  };
}
