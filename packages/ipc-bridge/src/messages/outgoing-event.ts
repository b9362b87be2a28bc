import type { JsonObject } from '../json.ts';
import type { OutgoingEvent } from '../server/server-options.ts';

/** The message of an event; `relayClientId` is the client that it is meant for, which only fork says. */
export function eventMessage(event: OutgoingEvent, relayClientId?: string): JsonObject {
  const { eventName, payload } = event;
  return {
    type: 'TaskEvent',
    origin: 'server',
    ...(relayClientId !== undefined && { relayClientId }),
    data: { eventName, ...(payload !== undefined && { payload }) },
  };
}
