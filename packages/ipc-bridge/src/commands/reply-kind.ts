import type { AgentEvent } from '../messages/agent-event.ts';

/**
 * Kind of reply to a command: a `commandResponse` or a `taskStartResponse` with this client's request id, the next
 * event of one type (delivered to the caller only), other events that show the effect, or no reply.
 */
export type ReplyKind =
  | { readonly kind: 'commandResponse' }
  | { readonly kind: 'taskStartResponse' }
  | { readonly kind: 'queryEvent'; readonly eventName: QueryEventName }
  | EffectReply
  | { readonly kind: 'none' };

/** The events that reply to a query; they contain no request id. */
export type QueryEventName = 'commandsResponse' | 'modesResponse' | 'modelsResponse';

/** A command that is confirmed by its effect. A refusal may still arrive as a `commandResponse` (fork). */
export interface EffectReply {
  readonly kind: 'effect';
  /**
   * Starts watching for the effect of a command that was sent; `wasKnown` returns true if a task was known before the
   * command was sent.
   */
  readonly watch: (data: unknown, wasKnown: (taskId: string) => boolean) => EffectWatcher;
  /** True if the command ends the connection. */
  readonly endsConnection: boolean;
  /** Meaning of the absence of events until the timeout: `failed` if the effect is always visible, otherwise `sent`. */
  readonly silence: 'failed' | 'sent';
}

/** Watches subsequent events for the effect of a command. */
export interface EffectWatcher {
  /** Processes the next event; returns the effect once it is certain. */
  observe(event: AgentEvent): CommandEffect | undefined;
  /** Possible but uncertain effect, which is reported on timeout. */
  readonly candidate: CommandEffect | undefined;
  /** Probable effect, which is reported if nothing contradicts it within {@link candidateGraceMs}. */
  readonly likely: CommandEffect | undefined;
}

/** Time to wait for a probable effect to be confirmed or contradicted. */
export const candidateGraceMs = 2000;

/** Observed effect of a command. */
export interface CommandEffect {
  readonly taskId: string | undefined;
  /** Name of the event that showed the effect. */
  readonly eventName: string;
}
