import type { AgentEvent } from '../messages/agent-event.ts';

/**
 * How the answer to a command comes: a `commandResponse` with our request id; a `taskStartResponse` with it; the next
 * event of one type, which goes to the asker only; other events that show the effect; or never.
 */
export type ReplyKind =
  | { readonly kind: 'commandResponse' }
  | { readonly kind: 'taskStartResponse' }
  | { readonly kind: 'queryEvent'; readonly eventName: QueryEventName }
  | EffectReply
  | { readonly kind: 'none' };

/** The events that answer a query; they carry no request id. */
export type QueryEventName = 'commandsResponse' | 'modesResponse' | 'modelsResponse';

/** A command that is answered by what it does. A refusal may still come as a `commandResponse` (fork). */
export interface EffectReply {
  readonly kind: 'effect';
  /** Starts looking for the effect of one sent command; `wasKnown` says which tasks were known before it was sent. */
  readonly watch: (data: unknown, wasKnown: (taskId: string) => boolean) => EffectWatcher;
  /** Whether the end of the connection is the effect. */
  readonly endsConnection: boolean;
  /** What silence until the time-out means: `failed` where the effect always shows, `sent` where it may not. */
  readonly silence: 'failed' | 'sent';
}

/** Looks for the effect of one command among the events that follow it. */
export interface EffectWatcher {
  /** Takes the next event; the effect, once it is certain. */
  observe(event: AgentEvent): CommandEffect | undefined;
  /** What may well be the effect but is not certain; worth reporting when the time runs out. */
  readonly candidate: CommandEffect | undefined;
  /** What is so likely the effect that it is worth reporting once nothing has spoken against it for {@link candidateGraceMs}. */
  readonly likely: CommandEffect | undefined;
}

/** How long something that is likely the effect of a command waits to be confirmed, or contradicted. */
export const candidateGraceMs = 2000;

/** What a command was seen to do. */
export interface CommandEffect {
  readonly taskId: string | undefined;
  /** The name of the event that showed it. */
  readonly eventName: string;
}
