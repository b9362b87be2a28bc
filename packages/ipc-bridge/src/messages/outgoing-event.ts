import type { JsonObject } from '@modegate/json';

/** An event to send, as spelled on the wire. */
export interface OutgoingEvent {
  readonly eventName: string;
  readonly payload?: unknown;
}

/** Returns the message for an event; `relayClientId` is the addressed client, which only fork specifies. */
export function eventMessage(event: OutgoingEvent, relayClientId?: string): JsonObject {
  const { eventName, payload } = event;
  return {
    type: 'TaskEvent',
    origin: 'server',
    ...(relayClientId !== undefined && { relayClientId }),
    data: { eventName, ...(payload !== undefined && { payload }) },
  };
}
