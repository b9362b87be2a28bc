import type { BufferedEvent } from '@modegate/ipc-bridge';
import { defined } from '@modegate/json';

/** An event as shown to clients: the agent's TaskEvent with this server's metadata. */
export interface EventView {
  readonly eventName: string;
  readonly payload?: unknown;
  /** Sequence number of the event, which serves as a cursor for rereading. */
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  /** True if this server generated the event itself. */
  readonly synthetic?: true;
  /** Number of earlier pieces of the same message that this event replaced. */
  readonly coalesced?: number;
  readonly [member: string]: unknown;
}

/** Renders a buffered event. */
export function viewEvent({ event, seq, at, synthetic, coalesced }: BufferedEvent): EventView {
  return { ...event.raw, eventName: event.eventName, seq, receivedAt: at, ...defined({ synthetic, coalesced }) };
}
