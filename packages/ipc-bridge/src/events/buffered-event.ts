import type { AgentEvent } from '../messages/agent-event.ts';

/** `ai` holds the `message` events, `other` all the rest. */
export type QueueName = 'ai' | 'other';

/** An event as it waits to be taken. */
export interface BufferedEvent {
  /** Counts up by one with every event pushed, over both queues; also the cursor of a re-read. */
  readonly seq: number;
  /** When it was received, in epoch milliseconds; never less than that of an event before it. */
  readonly at: number;
  readonly event: AgentEvent;
  /** About how much memory it takes: two bytes a character, and what its objects cost. */
  readonly bytes: number;
  /** Made by the buffer: the end of a message that never ended on the wire, or news of the connection. */
  readonly synthetic?: true;
  /** How many earlier pieces of the same message this one, which holds all of their text, has replaced. */
  readonly coalesced?: number;
}

/** What a queue had to drop. */
export interface DropReport {
  /** Since the last report. */
  readonly count: number;
  /** The lowest seq dropped since the last report; undefined when count is 0. */
  readonly firstSeq: number | undefined;
  /** The highest seq dropped since the last report; undefined when count is 0. */
  readonly lastSeq: number | undefined;
  /** Ever. */
  readonly total: number;
}

/** How much {@link EventBuffer.take} takes. */
export interface TakeOptions {
  /** How many events at most; at least 1. */
  readonly limit: number;
  /** No further event is taken once those taken have so many {@link BufferedEvent.bytes}. Default: no bound. */
  readonly maxBytes?: number | undefined;
  /** Only events of this task. Default: of all. */
  readonly taskId?: string | undefined;
}

/** What {@link EventBuffer.read} reads again. */
export interface ReadOptions {
  /** Only events with a greater seq. */
  readonly after: number;
  readonly limit: number;
  /** Only events of this task. Default: of all. */
  readonly taskId?: string | undefined;
}

/** What {@link EventBuffer.waitFor} waits for. */
export interface WaitOptions {
  /** Only events of this task. Default: of all. */
  readonly taskId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What {@link EventBuffer.take} returns. */
export interface TakenEvents {
  readonly events: readonly BufferedEvent[];
  /** How many more wait, of the task when one was given. */
  readonly remaining: number;
  /** What the whole queue dropped since the last take. */
  readonly dropped: DropReport;
}

/** What {@link EventBuffer.read} returns. */
export interface ReadEvents {
  readonly events: readonly BufferedEvent[];
  /** Whether every event taken after the cursor is still remembered; false means that there is a hole. */
  readonly complete: boolean;
  /** How many more that were taken after the cursor are remembered. */
  readonly remaining: number;
}

/** The figures of one queue. `pushed` = `taken` + `held` + `dropped` + `coalesced`. */
export interface QueueCounters {
  readonly pushed: number;
  readonly taken: number;
  readonly held: number;
  /** About how much memory the held events take. */
  readonly heldBytes: number;
  readonly dropped: number;
  readonly coalesced: number;
  /** How many of the pushed ones were made by the buffer. */
  readonly synthetic: number;
}

/** News of the connection, for programs that poll. */
export type ConnectionNews =
  | { readonly status: 'connected'; readonly clientId?: string; readonly serverVersion?: string }
  | { readonly status: 'disconnected'; readonly reason?: string }
  /** Events may have been lost, without the connection having ended. */
  | { readonly status: 'gap'; readonly reason?: string };

/** Keeps the latest events of an agent, within bounds, for programs that poll. */
export interface EventBuffer {
  /** Takes an event in; `at` is when it was received, in epoch milliseconds. */
  push(event: AgentEvent, at: number): void;
  /**
   * Puts an event named `connection` with the payload `[news]` into the queue `other`; `disconnected` first ends the
   * messages that were still streaming.
   */
  pushSynthetic(news: ConnectionNews, at: number): void;
  /** Removes and returns the oldest events. */
  take(queue: QueueName, options: TakeOptions): TakenEvents;
  /** Returns again what was taken lately and has a seq greater than `after`, in the order of seq. */
  read(queue: QueueName, options: ReadOptions): ReadEvents;
  /** Resolves once there is something to take, at once when there is; rejects with the signal's reason. */
  waitFor(queue: QueueName, options?: WaitOptions): Promise<void>;
  /** A snapshot. */
  readonly counters: Readonly<Record<QueueName, QueueCounters>>;
  /** The highest seq so far; 0 before the first event. */
  readonly lastSeq: number;
}
