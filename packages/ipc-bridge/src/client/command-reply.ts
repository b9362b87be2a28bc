import type { CommandEffect } from '../commands/reply-kind.ts';

/** Result of a successful command. */
export type CommandReply =
  /**
   * The agent answered, or an event showed the effect; `via` says which. `payload` is the answer without its envelope:
   * the payload of a `commandResponse`, the one element of a `taskStartResponse` or of a query's event, or a
   * {@link CommandEffect}; undefined when the end of the connection was the effect.
   */
  | { readonly outcome: 'confirmed'; readonly payload: unknown; readonly via: ReplyRoute }
  /**
   * The command was written, but this dialect does not confirm it (or nothing did in time); `candidate` is its probable
   * effect.
   */
  | { readonly outcome: 'sent'; readonly candidate?: CommandEffect };

/**
 * Confirmation of a command: a reply with its request id, the next event of a type, an event that shows its effect, or
 * the end of the connection.
 */
export type ReplyRoute = 'commandResponse' | 'taskStartResponse' | 'queryEvent' | 'effect' | 'disconnect';

/** Options of `send`. */
export interface SendOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}
