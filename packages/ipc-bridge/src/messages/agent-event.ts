import type { JsonObject } from '@modegate/json';
import { redactSecrets } from '@modegate/secrets';
import { type AgentMessage, readAgentMessage } from './agent-message.ts';

/** An event from an agent, parsed leniently; everything received remains in `raw`. */
export interface AgentEvent {
  /** Name on the wire: `message`, `taskCreated`, `taskCompleted`, … */
  readonly eventName: string;
  /** Payload of the event, usually a tuple; undefined if the event had none on the wire. */
  readonly payload: unknown;
  /** True if any dialect knows the name of the event and every field of its payload. */
  readonly known: boolean;
  /** The client to which the event is addressed, if specified (fork). */
  readonly relayClientId?: string;
  /** The agent's id for the event's task, taken from the payload; undefined if the payload contains no task id. */
  readonly taskId: string | undefined;
  /**
   * Content of a `message` event; undefined for other events, and for a `message` that lacks a task, an object or a
   * numeric id.
   */
  readonly message: AgentMessage | undefined;
  /** The TaskEvent as received: `{ eventName, payload, … }`. */
  readonly raw: JsonObject;
}

/** True if an event is a piece of a streaming message, that is, if its `partial` is true. */
export function isPartial(event: AgentEvent): boolean {
  return event.message?.stream === 'open';
}

/**
 * Copies an event without its secrets, in the same way as `redactSecrets` from `@modegate/secrets`; the message is read
 * from the redacted copy.
 */
export function redactEvent(event: AgentEvent): AgentEvent {
  const { taskId, message } = event;
  const payload = redactSecrets(event.payload);
  return {
    ...event,
    payload,
    message: taskId === undefined || message === undefined ? undefined : readAgentMessage(taskId, payload),
    raw: redactSecrets(event.raw) as JsonObject,
  };
}
