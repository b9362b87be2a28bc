import type { JsonObject } from '@modegate/json';

/** An event to send, as the wire spells it. */
export interface OutgoingEvent {
  readonly eventName: string;
  readonly payload?: unknown;
}

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
