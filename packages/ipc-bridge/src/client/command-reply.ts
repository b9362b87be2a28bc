import type { CommandEffect } from '../commands/reply-kind.ts';

/** Result of a successful command. */
export type CommandReply =
  /**
   * Confirmed by a reply or an event, as indicated by `via`. `payload` is the payload of a `commandResponse`, the only
   * element of a `taskStartResponse` or query event, or a {@link CommandEffect}; it is undefined if the effect was the
   * end of the connection.
   */
  | { readonly outcome: 'confirmed'; readonly payload: unknown; readonly via: ReplyRoute }
  /**
   * The command was written, but this dialect does not confirm it (or no confirmation arrived in time); `candidate` is
   * its probable effect.
   */
  | { readonly outcome: 'sent'; readonly candidate?: CommandEffect };

/**
 * Confirmation of a command: a reply with its request id, the next event of a type, an event that shows its effect, or
 * the end of the connection.
 */
export type ReplyRoute = 'commandResponse' | 'taskStartResponse' | 'queryEvent' | 'effect' | 'disconnect';

/** Options for `send`. */
export interface SendOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}
