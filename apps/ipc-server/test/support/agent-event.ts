import { type AgentEvent, type BufferedEvent, readTaskEvent } from '@modegate/ipc-bridge';

/** An event as it comes from an agent. */
export function agentEvent(eventName: string, payload: unknown): AgentEvent {
  return readTaskEvent({ eventName, payload });
}

/** A `message` event of a task. */
export function messageEvent(taskId: string, message: object): AgentEvent {
  return agentEvent('message', [{ taskId, action: 'created', message: { type: 'say', say: 'text', ...message } }]);
}

/** An event as the buffer keeps it. */
export function bufferedEvent(event: AgentEvent, seq: number, at: number = seq): BufferedEvent {
  return { seq, at, event, bytes: 2 * JSON.stringify(event.raw).length };
}
