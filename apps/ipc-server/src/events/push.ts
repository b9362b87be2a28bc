import type { BufferedEvent } from '@modegate/ipc-bridge';
import { viewEvent } from './event-view.ts';

/** Method name of the notification that sends an event to clients. */
export const eventNotification = 'notifications/rooIpcEventReceived';

/** Options for {@link createPush}. */
export interface PushOptions {
  /**
   * Sends a notification to every client without waiting. Returns false if it was not sent, for example because a
   * client is not reading.
   */
  readonly notify: (method: string, params: { readonly [key: string]: unknown }) => boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

// Rate limit for notifications, because a flood of them would delay replies to calls; it allows a burst, then a fixed
// rate.
const burst = 200;
const eventsPerMs = 0.2;
// Size in memory, at two bytes per character.
const maxEventBytes = 512 * 1024;

/** Creates the object that sends events as notifications; initially, it has sent none. */
export function createPush({ notify, now }: PushOptions) {
  let allowance = burst;
  let last = now();
  const counters = { sent: 0, skipped: 0 };
  let skippedSince = 0;
  const hand = (event: BufferedEvent): boolean => {
    const { seq, receivedAt, ...data } = viewEvent(event);
    const since = skippedSince === 0 ? {} : { skipped: skippedSince };
    return notify(eventNotification, { data, seq, receivedAt, ...since });
  };
  return {
    /** Sends one event, or counts the event as skipped. */
    send: (event: BufferedEvent) => {
      const time = now();
      allowance = Math.min(burst, allowance + Math.max(0, time - last) * eventsPerMs);
      last = time;
      if (allowance >= 1 && event.bytes <= maxEventBytes && hand(event)) {
        allowance -= 1;
        counters.sent += 1;
        skippedSince = 0;
      } else {
        counters.skipped += 1;
        skippedSince += 1;
      }
    },
    /** Every event is counted as either sent or skipped. */
    counters: counters as Readonly<typeof counters>,
  };
}
