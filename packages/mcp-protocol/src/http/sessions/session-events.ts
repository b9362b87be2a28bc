import type { AuthenticatedPrincipal } from '../auth/authentication.ts';
import type { HttpLimits } from '../http-limits.ts';

/** The event store interface of the SDK's transport; `Message` is its message type. */
export interface SdkEventStore<Message> {
  /** Stores an event and returns the id of the event. */
  storeEvent(streamId: string, message: Message): Promise<string>;
  /** Returns the stream to which an event belongs; undefined for an unknown id. */
  getStreamIdForEventId(eventId: string): Promise<string | undefined>;
  /** Sends the later events in the same stream; returns the id of the stream. */
  replayEventsAfter(
    lastEventId: string,
    to: { readonly send: (eventId: string, message: Message) => Promise<void> },
  ): Promise<string>;
}

/** The number of bytes in all stored events of one owner. */
export interface EventBudget {
  readonly maxBytes: number;
  bytes: number;
}

/** Creates a budget for each principal, and one for all sessions without a principal. */
export function createEventBudgets({
  maxAllEventBytes,
  maxEventBytesEach,
  maxPrincipals,
}: Pick<HttpLimits, 'maxAllEventBytes' | 'maxEventBytesEach' | 'maxPrincipals'>): (
  principal: AuthenticatedPrincipal | undefined,
) => EventBudget {
  const ofNobody = { maxBytes: maxAllEventBytes, bytes: 0 };
  const budgets = new Map<string, EventBudget>();
  return (principal) => {
    if (principal === undefined) return ofNobody;
    const known = budgets.get(principal.id);
    if (known !== undefined) return known;
    if (budgets.size > 2 * maxPrincipals) for (const [id, { bytes }] of budgets) if (bytes === 0) budgets.delete(id);
    const budget = { maxBytes: maxEventBytesEach, bytes: 0 };
    budgets.set(principal.id, budget);
    return budget;
  };
}

/** Events sent in a session, stored for a client that resumes with `Last-Event-ID`. */
export interface SessionEvents<Message> {
  readonly store: SdkEventStore<Message>;
  /** Stores an event whose message has the given size; returns the id of the event. */
  keep(streamId: string, message: Message, bytes: number): string;
  /** Drops all events. */
  clear(): void;
}

/** Limits for {@link createSessionEvents}. */
export interface SessionEventsOptions<Message> {
  readonly maxEvents: number;
  readonly maxBytes: number;
  readonly budget: EventBudget;
  /** Returns the length of a message as text. */
  readonly sizeOf: (message: Message) => number;
}

interface StoredEvent<Message> {
  readonly number: number;
  readonly streamId: string;
  readonly message: Message;
  readonly bytes: number;
}

/** Overhead of an event, in addition to the size of its text. */
const OVERHEAD_BYTES = 200;

/**
 * Stores the latest events in a session. The oldest events are dropped first; if the owner's budget is used up, a
 * session drops only its own events, and an event that still does not fit is sent but not stored.
 */
export function createSessionEvents<Message extends object>(
  options: SessionEventsOptions<Message>,
): SessionEvents<Message> {
  const { maxEvents, maxBytes, budget, sizeOf } = options;
  const kept: StoredEvent<Message>[] = [];
  let held = 0;
  let latest = 0;
  const drop = (): void => {
    const bytes = kept.shift()?.bytes ?? 0;
    held -= bytes;
    budget.bytes -= bytes;
  };
  const hold = (event: StoredEvent<Message>): void => {
    const isFull = () =>
      kept.length >= maxEvents || held + event.bytes > maxBytes || budget.bytes + event.bytes > budget.maxBytes;
    while (kept.length > 0 && isFull()) drop();
    if (isFull()) return;
    kept.push(event);
    held += event.bytes;
    budget.bytes += event.bytes;
  };
  const keep: SessionEvents<Message>['keep'] = (streamId, message, bytes) => {
    latest += 1;
    hold({ number: latest, streamId, message, bytes: OVERHEAD_BYTES + bytes });
    return `${latest}_${streamId}`;
  };
  const store: SdkEventStore<Message> = {
    storeEvent: async (streamId, message) => keep(streamId, message, sizeOf(message)),
    getStreamIdForEventId: async (eventId) => readEventId(eventId, latest)?.streamId,
    replayEventsAfter: async (lastEventId, { send }) => {
      const { number, streamId } = readEventId(lastEventId, latest) ?? { number: latest, streamId: '' };
      const missed = kept.filter((event) => event.streamId === streamId && event.number > number);
      // The only purpose of an event without a message was to give the client an id from which to resume.
      for (const event of missed)
        if ('jsonrpc' in event.message) await send(`${event.number}_${streamId}`, event.message);
      return streamId;
    },
  };
  return {
    store,
    keep,
    clear: () => {
      while (kept.length > 0) drop();
    },
  };
}

/** An event id identifies its stream, so that a client can resume even if its last event is no longer stored. */
function readEventId(
  eventId: string,
  latest: number,
): { readonly number: number; readonly streamId: string } | undefined {
  const [, digits, streamId] = /^(\d{1,15})_([\w-]{1,64})$/.exec(eventId) ?? [];
  const number = Number(digits);
  return streamId === undefined || number > latest ? undefined : { number, streamId };
}
