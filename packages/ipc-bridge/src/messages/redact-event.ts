import type { JsonObject } from '@modegate/json';
import { redactSecrets } from '@modegate/secrets';
import type { AgentEvent } from './agent-event.ts';
import { readAgentMessage } from './agent-message.ts';

/** Copies an event without its secrets, as `redactSecrets` of `@modegate/secrets` does; its message is read from the copy. */
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
