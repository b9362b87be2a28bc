import type { Schedule } from '@modegate/timing';

/**
 * Sends at most one notification per key and window, and sends no notification while the previous one is still being
 * sent.
 */
export type CoalescedSender = ReturnType<typeof createCoalescedSender>;

interface ScheduledSend {
  readonly cancel: () => void;
  readonly send: () => Promise<void>;
}

/** Creates a sender whose window ends `windowMs` (default 50) after the first request of a burst. */
export function createCoalescedSender(options: { readonly schedule: Schedule; readonly windowMs?: number }) {
  const { schedule, windowMs = 50 } = options;
  const waiting = new Map<string, ScheduledSend>();
  const sending = new Map<string, { again: (() => Promise<void>) | undefined }>();
  let stopped = false;

  const start = (key: string, send: () => Promise<void>): void => {
    const cancel = schedule(() => {
      waiting.delete(key);
      void deliver(key, send);
    }, windowMs);
    waiting.set(key, { cancel, send });
  };

  const deliver = async (key: string, send: () => Promise<void>): Promise<void> => {
    const state: { again: (() => Promise<void>) | undefined } = { again: undefined };
    sending.set(key, state);
    try {
      await send();
    } catch {
      // An undeliverable notification is dropped, because its loss could be reported only to the client that did not
      // receive it.
    }
    sending.delete(key);
    if (state.again !== undefined && !stopped) start(key, state.again);
  };

  return {
    /** Requests that a notification be sent; a burst of requests results in only one notification. */
    request: (key: string, send: () => Promise<void>) => {
      if (stopped || waiting.has(key)) return;
      const current = sending.get(key);
      if (current === undefined) start(key, send);
      else current.again = send;
    },
    /** Sends pending notifications immediately. */
    flush: () => {
      const due = [...waiting];
      waiting.clear();
      for (const [key, { cancel, send }] of due) {
        cancel();
        void deliver(key, send);
      }
    },
    /** Drops pending notifications. */
    stop: () => {
      stopped = true;
      for (const { cancel } of waiting.values()) cancel();
      waiting.clear();
    },
  };
}
