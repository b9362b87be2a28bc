import type { AgentEvent } from '../messages/agent-event.ts';

/**
 * How a command is answered: by a `commandResponse` with our request id, a `taskStartResponse` with it, the next event
 * of one type (delivered to the caller only), other events that show the effect, or never.
 */
export type ReplyKind =
  | { readonly kind: 'commandResponse' }
  | { readonly kind: 'taskStartResponse' }
  | { readonly kind: 'queryEvent'; readonly eventName: QueryEventName }
  | EffectReply
  | { readonly kind: 'none' };

/** The events that answer a query; they carry no request id. */
export type QueryEventName = 'commandsResponse' | 'modesResponse' | 'modelsResponse';

/** A command that is confirmed by its effect. A refusal may still arrive as a `commandResponse` (fork). */
export interface EffectReply {
  readonly kind: 'effect';
  /** Starts to watch for the effect of a sent command; `wasKnown` contains the tasks known before it was sent. */
  readonly watch: (data: unknown, wasKnown: (taskId: string) => boolean) => EffectWatcher;
  /** True if the command ends the connection. */
  readonly endsConnection: boolean;
  /** Meaning of silence until the time-out: `failed` if the effect is always visible, `sent` if not. */
  readonly silence: 'failed' | 'sent';
}

/** Watches subsequent events for the effect of a command. */
export interface EffectWatcher {
  /** Processes the next event; returns the effect once it is certain. */
  observe(event: AgentEvent): CommandEffect | undefined;
  /** Possible effect, uncertain; reported on time-out. */
  readonly candidate: CommandEffect | undefined;
  /** Probable effect; reported if nothing contradicts it for {@link candidateGraceMs}. */
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
