/** What a client has counted since it was created. */
export interface ClientCounters {
  /** Attempts to connect, those that the agent introduced itself on, and ends of open connections. */
  readonly attempts: number;
  readonly connections: number;
  readonly disconnects: number;
  /** Whole frames that were messages, and the events among them. */
  readonly messages: number;
  readonly events: number;
  /** Frames that were skipped: not JSON or no envelope; nothing between two delimiters; longer than the limit; of another outer type than `message`. */
  readonly malformedFrames: number;
  readonly emptyFrames: number;
  readonly oversizedFrames: number;
  readonly foreignFrames: number;
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
