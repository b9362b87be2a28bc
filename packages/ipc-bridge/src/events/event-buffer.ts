import type { Dialect } from '../dialect.ts';
import { estimateBytes } from '../memory/estimate-bytes.ts';
import type { AgentEvent } from '../messages/agent-event.ts';
import { type AgentMessage, readAgentMessage } from '../messages/agent-message.ts';
import { readTaskEvent } from '../messages/read-message.ts';
import type { BufferedEvent, ConnectionNews, EventBuffer, QueueName } from './buffered-event.ts';
import { createEventQueue } from './event-queue.ts';
import { isLasting } from './lasting-event.ts';
import { createOpenMessages } from './open-messages.ts';
import { createTakenMemory } from './taken-events.ts';
import { createWaiters } from './waiters.ts';

/** Bounds and surroundings of an {@link EventBuffer}; every bound holds for each of the two queues. */
export interface EventBufferOptions {
  /** Asked with every message: pieces of a message are only put together where a later one repeats the earlier ones, which they do not in fork. While it is not certain, say `fork`. */
  readonly dialect: () => Dialect;
  /** Default: 10,000. */
  readonly maxEvents?: number;
  /** About how much memory the waiting events may take. Default: 32 MiB. */
  readonly maxBytes?: number;
  /** How many taken events can be read again. Default: 1,000. */
  readonly maxTakenEvents?: number;
  /** About how much memory they may take. Default: a quarter of `maxBytes`. */
  readonly maxTakenBytes?: number;
  /** Called with every event as it is put into its queue, also with those that the buffer makes. It must not throw. */
  readonly onBuffered?: (event: BufferedEvent, queue: QueueName) => void;
}

const MAX_EVENTS = 10_000;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_TAKEN_EVENTS = 1000;
// More messages than this do not stream at the same time.
const MAX_OPEN_MESSAGES = 256;

/**
 * Creates an empty buffer. When a bound is reached the oldest event goes first, but what a task came to and what the
 * agent waits for (see {@link isLasting}) only when nothing else is left. Every loss is counted. It starts no timer.
 */
export function createEventBuffer(options: EventBufferOptions): EventBuffer {
  const { dialect, maxEvents = MAX_EVENTS, maxBytes = MAX_BYTES, onBuffered } = options;
  const { maxTakenEvents = MAX_TAKEN_EVENTS, maxTakenBytes = Math.floor(maxBytes / 4) } = options;
  const createQueue = () => ({
    events: createEventQueue({ maxEvents, maxBytes }),
    taken: createTakenMemory({ maxEvents: maxTakenEvents, maxBytes: maxTakenBytes }),
    waiters: createWaiters(),
  });
  const queues = { ai: createQueue(), other: createQueue() };
  const open = createOpenMessages({ dialect, maxMessages: MAX_OPEN_MESSAGES, maxBytes });
  let seq = 0;
  let lastAt = Number.NEGATIVE_INFINITY;

  function add({ event, message, at, isSynthetic }: Addition): void {
    const name = event.eventName === 'message' ? 'ai' : 'other';
    const { events, waiters } = queues[name];
    const key = message && `${message.ts} ${message.taskId}`;
    const replaced = key !== undefined && dialect() !== 'fork' ? events.replace(key) : 0;
    lastAt = Math.max(lastAt, at);
    seq += 1;
    const buffered: BufferedEvent = {
      seq,
      at: lastAt,
      event,
      ...(isSynthetic && { synthetic: true as const }),
      ...(replaced > 0 && { coalesced: replaced }),
    };
    const openKey = message?.stream === 'open' ? key : undefined;
    const kept = events.append({
      buffered,
      bytes: estimateBytes(event.raw),
      lasting: isLasting(event, message),
      openKey,
    });
    if (kept) waiters.wake(event.taskId);
    onBuffered?.(buffered, name);
  }

  function addEndings(endings: readonly AgentEvent[], at: number): void {
    for (const event of endings) add({ event, message: readAgentMessage(event), at, isSynthetic: true });
  }

  function endingsBefore(event: AgentEvent, message: AgentMessage | undefined): readonly AgentEvent[] {
    if (message !== undefined) return open.observe(message);
    return event.taskId !== undefined && endsTask(event) ? open.endTask(event.taskId) : [];
  }

  return {
    push(event, at) {
      const message = readAgentMessage(event);
      addEndings(endingsBefore(event, message), at);
      add({ event, message, at, isSynthetic: false });
    },
    pushSynthetic(news, at) {
      if (news.status === 'disconnected') addEndings(open.endAll(), at);
      add({ event: connectionEvent(news), message: undefined, at, isSynthetic: true });
    },
    take(name, request) {
      const { events, taken } = queues[name];
      const result = events.take(request);
      taken.remember(result.events);
      return result;
    },
    read: (name, request) => queues[name].taken.read(request),
    waitFor: (name, { taskId, signal } = {}) => {
      const { events, waiters } = queues[name];
      return events.has(taskId) ? Promise.resolve() : waiters.wait(taskId, signal);
    },
    get counters() {
      return { ai: queues.ai.events.counters, other: queues.other.events.counters };
    },
    get lastSeq() {
      return seq;
    },
  };
}

/** An event on its way into its queue; `message` is what it says, if it is one. */
interface Addition {
  readonly event: AgentEvent;
  readonly message: AgentMessage | undefined;
  readonly at: number;
  readonly isSynthetic: boolean;
}

function endsTask(event: AgentEvent): boolean {
  return event.eventName === 'taskAborted' || event.eventName === 'taskCompleted';
}

function connectionEvent(news: ConnectionNews): AgentEvent {
  // Not an event of the wire, and yet one that everybody who reads the queue can rely on.
  return { ...readTaskEvent({ eventName: 'connection', payload: [news] }), known: true };
}
