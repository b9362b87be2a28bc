import type { BufferedEvent, DropReport, EventBuffer, QueueName } from '@modegate/ipc-bridge';
import type { ToolContext } from '../calls/tool-context.ts';

/** What is polled. */
export interface PollRequest {
  readonly queue: QueueName;
  readonly limit: number;
  /** How long to wait when there is nothing. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly taskId?: string;
  /** What has arrived at the caller up to here. */
  readonly after?: number;
}

/** What a poll found. */
export interface Polled {
  readonly events: readonly BufferedEvent[];
  readonly remaining: number;
  readonly cursor: number;
  readonly complete: boolean;
  readonly dropped: DropReport;
}

// An answer larger than this is no use to a model, and the rest waits for the next poll.
const maxAnswerBytes = 4 * 1024 * 1024;

/** Takes events, or reads again those after the cursor, and waits for the first one if asked to. */
export async function pollEvents(context: ToolContext, request: PollRequest): Promise<Polled> {
  const { buffer } = context.link;
  const first = collect(buffer, request);
  if (first.events.length > 0 || request.waitMs === 0) return first;
  await nextEvent(context, request);
  request.signal.throwIfAborted();
  const second = collect(buffer, request);
  return { ...second, dropped: joined(first.dropped, second.dropped) };
}

function collect(buffer: EventBuffer, request: PollRequest): Polled {
  const { queue, limit, after, taskId } = request;
  const which = taskId === undefined ? {} : { taskId };
  const again =
    after === undefined ? { events: [], remaining: 0, complete: true } : buffer.read(queue, { after, limit, ...which });
  const wanted = limit - again.events.length;
  const { held, dropped: total } = buffer.counters[queue];
  if (wanted === 0 || again.remaining > 0) {
    const dropped = { count: 0, firstSeq: undefined, lastSeq: undefined, total };
    return { ...again, remaining: again.remaining + held, cursor: cursorOf(again.events, after), dropped };
  }
  const taken = takeWithin(buffer, { queue, limit: wanted, which });
  const events = [...again.events, ...taken.events];
  return { ...taken, events, cursor: cursorOf(events, after), complete: again.complete };
}

interface Taking {
  readonly queue: QueueName;
  readonly limit: number;
  readonly which: { readonly taskId?: string };
}

/** Takes one by one, since what is taken is gone, and how large it is shows only then. */
function takeWithin(buffer: EventBuffer, { queue, limit, which }: Taking) {
  const events: BufferedEvent[] = [];
  let bytes = 0;
  let report = buffer.take(queue, { limit: 1, ...which });
  let { dropped } = report;
  while (report.events.length > 0) {
    events.push(...report.events);
    bytes += report.events.reduce((sum, { event }) => sum + JSON.stringify(event.raw).length, 0);
    if (events.length >= limit || bytes >= maxAnswerBytes) break;
    report = buffer.take(queue, { limit: 1, ...which });
    dropped = joined(dropped, report.dropped);
  }
  return { events, remaining: report.remaining, dropped };
}

// Filtered polls take later events before earlier ones, so the last is not always the highest.
function cursorOf(events: readonly BufferedEvent[], after = 0): number {
  return events.reduce((highest, { seq }) => Math.max(highest, seq), after);
}

function joined(one: DropReport, other: DropReport): DropReport {
  return {
    count: one.count + other.count,
    firstSeq: one.firstSeq ?? other.firstSeq,
    lastSeq: other.lastSeq ?? one.lastSeq,
    total: other.total,
  };
}

/** Resolves at the next event, the end of the time, or when nobody waits any more. */
async function nextEvent({ link, schedule }: ToolContext, request: PollRequest): Promise<void> {
  const { queue, waitMs, taskId, signal } = request;
  const over = new AbortController();
  const stopTimer = schedule(() => over.abort(), waitMs);
  try {
    await link.buffer.waitFor(queue, {
      signal: AbortSignal.any([signal, over.signal]),
      ...(taskId === undefined ? {} : { taskId }),
    });
  } catch {
    // The time is over, or the caller has gone; the next look tells.
  } finally {
    stopTimer();
  }
}
