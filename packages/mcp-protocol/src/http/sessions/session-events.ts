import type { Principal } from '../auth/authentication.ts';
import type { HttpLimits } from '../http-limits.ts';

/** A store of events as the SDK's transport asks for it; `Message` is its type of messages. */
export interface SdkEventStore<Message> {
  /** Returns the id of the event. */
  storeEvent(streamId: string, message: Message): Promise<string>;
  /** The stream of an event; undefined for an id that was never given out. */
  getStreamIdForEventId(eventId: string): Promise<string | undefined>;
  /** Sends what its stream has carried since; returns the stream. */
  replayEventsAfter(
    lastEventId: string,
    to: { readonly send: (eventId: string, message: Message) => Promise<void> },
  ): Promise<string>;
}

/** The bytes that the events of all sessions of one owner take together. */
export interface EventBudget {
  readonly maxBytes: number;
  bytes: number;
}

/** The budget of each principal, and the one of all sessions that belong to none. */
export function createEventBudgets({
  maxAllEventBytes,
  maxEventBytesEach,
  maxPrincipals,
}: Pick<HttpLimits, 'maxAllEventBytes' | 'maxEventBytesEach' | 'maxPrincipals'>): (
  principal: Principal | undefined,
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

/** What one session keeps of what it has sent, for a client that comes back with `Last-Event-ID`. */
export interface SessionEvents<Message> {
  readonly store: SdkEventStore<Message>;
  /** Keeps an event whose message has that many bytes; returns its id. */
  keep(streamId: string, message: Message, bytes: number): string;
  /** Gives everything back to the budget. */
  clear(): void;
}

/** Limits of {@link createSessionEvents}. */
export interface SessionEventsOptions<Message> {
  readonly maxEvents: number;
  readonly maxBytes: number;
  readonly budget: EventBudget;
  /** The length of a message as text. */
  readonly sizeOf: (message: Message) => number;
}

interface StoredEvent<Message> {
  readonly number: number;
  readonly streamId: string;
  readonly message: Message;
  readonly bytes: number;
}

/** What an event takes besides its text. */
const OVERHEAD_BYTES = 200;

/**
 * Keeps the latest events of a session. The oldest make room; where the budget of all sessions of its owner is spent, a session makes room
 * from its own only, and an event that does not fit even so is sent and not kept.
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
      // An event without a message only gave the client an id to come back with.
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

/** The id of an event names its stream, so that a client finds its stream again also when its last event is not kept any more. */
function readEventId(
  eventId: string,
  latest: number,
): { readonly number: number; readonly streamId: string } | undefined {
  const [, digits, streamId] = /^(\d{1,15})_([\w-]{1,64})$/.exec(eventId) ?? [];
  const number = Number(digits);
  return streamId === undefined || number > latest ? undefined : { number, streamId };
}
