import type { AgentEvent } from '../messages/agent-event.ts';

/** `ai` contains `message` events, and `other` contains all other events. */
export type QueueName = 'ai' | 'other';

/** A queued event. */
export interface BufferedEvent {
  /**
   * Sequence number that increases by one with every pushed event, across both queues; also used as the cursor for
   * rereading events.
   */
  readonly seq: number;
  /** Time of receipt in epoch milliseconds; these times never decrease. */
  readonly at: number;
  readonly event: AgentEvent;
  /** Approximate memory use: two bytes per character, plus the size of the objects. */
  readonly bytes: number;
  /**
   * True for an event that the buffer created itself: the end of a message that was never completed on the wire, or a
   * change in the connection.
   */
  readonly synthetic?: true;
  /**
   * Number of earlier pieces of the same message that this piece replaced; its text includes the text of all those
   * pieces.
   */
  readonly coalesced?: number;
}

/** Events that a queue dropped. */
export interface DropReport {
  /** Number of events dropped since the last report. */
  readonly count: number;
  /** The lowest sequence number dropped since the last report; undefined when count is 0. */
  readonly firstSeq: number | undefined;
  /** The highest sequence number dropped since the last report; undefined when count is 0. */
  readonly lastSeq: number | undefined;
  /** Number of events dropped since the queue was created. */
  readonly total: number;
}

/** Options for {@link EventBuffer.take}. */
export interface TakeOptions {
  /** Maximum number of events; at least 1. */
  readonly limit: number;
  /** Stops taking events once their total of {@link BufferedEvent.bytes} reaches this value. Default: no limit. */
  readonly maxBytes?: number | undefined;
  /** Takes only events of this task. Default: all events. */
  readonly taskId?: string | undefined;
}

/** Options for {@link EventBuffer.read}. */
export interface ReadOptions {
  /** Returns only events with a greater sequence number. */
  readonly after: number;
  readonly limit: number;
  /** Returns only events of this task. Default: all events. */
  readonly taskId?: string | undefined;
}

/** Options for {@link EventBuffer.waitFor}. */
export interface WaitOptions {
  /** Waits only for events of this task. Default: all events. */
  readonly taskId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Result of {@link EventBuffer.take}. */
export interface TakenEvents {
  readonly events: readonly BufferedEvent[];
  /** Number of events still queued; if a task is specified, only that task's events are counted. */
  readonly remaining: number;
  /** Events, for any task, that the queue has dropped since the last take. */
  readonly dropped: DropReport;
}

/** Result of {@link EventBuffer.read}. */
export interface ReadEvents {
  readonly events: readonly BufferedEvent[];
  /** True if every event taken after the cursor is still available. */
  readonly complete: boolean;
  /** Number of further events that are available after the cursor. */
  readonly remaining: number;
}

/** Counters for one queue. `pushed` = `taken` + `held` + `dropped` + `coalesced`. */
export interface QueueCounters {
  readonly pushed: number;
  readonly taken: number;
  readonly held: number;
  /** Approximate memory used by the held events. */
  readonly heldBytes: number;
  readonly dropped: number;
  readonly coalesced: number;
  /** Number of pushed events that the buffer created itself. */
  readonly synthetic: number;
}

/** Changes in the connection, reported to programs that poll. */
export type ConnectionNews =
  | { readonly status: 'connected'; readonly clientId?: string; readonly serverVersion?: string }
  | { readonly status: 'disconnected'; readonly reason?: string }
  /** Events may have been lost although the connection did not end. */
  | { readonly status: 'gap'; readonly reason?: string };

/** Buffers the latest events from an agent, within bounds, for programs that poll. */
export interface EventBuffer {
  /** Queues an event; `at` is the time of receipt in epoch milliseconds. */
  push(event: AgentEvent, at: number): void;
  /**
   * Adds an event called `connection` with the payload `[news]` to the queue `other`; `disconnected` first ends the
   * messages that were still being streamed.
   */
  pushSynthetic(news: ConnectionNews, at: number): void;
  /** Removes and returns the oldest events. */
  take(queue: QueueName, options: TakeOptions): TakenEvents;
  /** Returns recently taken events whose sequence number is greater than `after`, in ascending order. */
  read(queue: QueueName, options: ReadOptions): ReadEvents;
  /**
   * Resolves as soon as there is an event to take, or immediately if there already is one; rejects with the reason of
   * the signal if it is aborted.
   */
  waitFor(queue: QueueName, options?: WaitOptions): Promise<void>;
  /** A snapshot of the counters. */
  readonly counters: Readonly<Record<QueueName, QueueCounters>>;
  /** The highest sequence number so far; 0 before the first event. */
  readonly lastSeq: number;
}
