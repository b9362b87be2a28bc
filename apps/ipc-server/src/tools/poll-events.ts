import type { BufferedEvent, DropReport, EventBuffer, QueueName, TakenEvents } from '@modegate/ipc-bridge';
import type { ToolContext } from '../calls/tool-context.ts';

/** Request to poll one queue, with the arguments that the tools receive. */
export interface PollRequest {
  readonly queue: QueueName;
  readonly signal: AbortSignal;
  readonly limit: number;
  /** Time to wait for an event. */
  readonly wait_ms: number;
  readonly task_id?: string | undefined;
  /** Cursor up to which the caller has received events. */
  readonly after?: number | undefined;
}

/** Result of a poll. */
export interface PollResult extends TakenEvents {
  readonly cursor: number;
  readonly complete: boolean;
}

// Maximum size of a result in memory, counting two bytes per character: a model has no use for a larger one, and the
// remaining events stay queued for the next poll.
const maxAnswerBytes = 8 * 1024 * 1024;

/** Removes events, or rereads the events after the cursor; on request, waits for the first event. */
export async function pollEvents(context: ToolContext, request: PollRequest): Promise<PollResult> {
  const { buffer } = context.agent;
  const first = collect(buffer, request);
  if (first.events.length > 0 || request.wait_ms === 0) return first;
  await nextEvent(context, request);
  request.signal.throwIfAborted();
  const second = collect(buffer, request);
  return { ...second, dropped: mergeDropReports(first.dropped, second.dropped) };
}

function collect(buffer: EventBuffer, { queue, limit, after, task_id: taskId }: PollRequest): PollResult {
  const again =
    after === undefined ? { events: [], remaining: 0, complete: true } : buffer.read(queue, { after, limit, taskId });
  const wanted = limit - again.events.length;
  const { held, dropped: total } = buffer.counters[queue];
  if (wanted === 0 || again.remaining > 0) {
    const dropped = { count: 0, firstSeq: undefined, lastSeq: undefined, total };
    return { ...again, remaining: again.remaining + held, cursor: cursorOf(again.events, after), dropped };
  }
  const taken = buffer.take(queue, { limit: wanted, maxBytes: maxAnswerBytes, taskId });
  const events = [...again.events, ...taken.events];
  return { ...taken, events, cursor: cursorOf(events, after), complete: again.complete };
}

// A filtered poll may remove later events before earlier ones, so the last event does not always have the highest
// sequence number.
function cursorOf(events: readonly BufferedEvent[], after = 0): number {
  return events.reduce((highest, { seq }) => Math.max(highest, seq), after);
}

function mergeDropReports(one: DropReport, other: DropReport): DropReport {
  return {
    count: one.count + other.count,
    firstSeq: one.firstSeq ?? other.firstSeq,
    lastSeq: other.lastSeq ?? one.lastSeq,
    total: other.total,
  };
}

/** Resolves on the next event, on timeout, or when the caller disconnects. */
async function nextEvent({ agent, schedule }: ToolContext, request: PollRequest): Promise<void> {
  const { queue, wait_ms: waitMs, task_id: taskId, signal } = request;
  const over = new AbortController();
  const stopTimer = schedule(() => over.abort(), waitMs);
  try {
    await agent.buffer.waitFor(queue, { signal: AbortSignal.any([signal, over.signal]), taskId });
  } catch {
    // The wait timed out or was cancelled; the next poll shows which of the two happened.
  } finally {
    stopTimer();
  }
}
