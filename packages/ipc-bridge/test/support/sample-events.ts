import type { AgentEvent } from '@modegate/ipc-bridge';
import { readMessage } from '../../src/messages/read-message.ts';

/** An event as it comes from the wire. */
export function wireEvent(eventName: string, payload?: unknown): AgentEvent {
  const data = payload === undefined ? { eventName } : { eventName, payload };
  const message = readMessage(JSON.parse(JSON.stringify({ type: 'TaskEvent', origin: 'server', data })));
  if (message.kind !== 'event') throw new Error('This is no event.');
  return message.event;
}

/** A `message` event. */
export function wireMessage(
  taskId: string,
  message: { readonly ts: number; readonly [key: string]: unknown },
): AgentEvent {
  return wireEvent('message', [{ taskId, action: 'updated', message: { type: 'say', say: 'text', ...message } }]);
}
