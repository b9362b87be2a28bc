import type { Dialect } from '../dialect.ts';
import type { AgentEvent } from '../messages/agent-event.ts';
import { readTaskEvent } from '../messages/read-message.ts';
import { type BoundedQueueOptions, createBoundedQueue } from './bounded-queue.ts';
import type { BufferedEvent, ConnectionNews, EventBuffer, QueueName } from './buffered-event.ts';
import { createOpenMessages, type OpenMessages } from './open-messages.ts';

/** Limits and dependencies for an {@link EventBuffer}; each limit applies to each of the two queues separately. */
export interface EventBufferOptions {
  /**
   * Called for every message: pieces of a message are merged only if each piece repeats the earlier text, which is not
   * the case in fork. Must return `fork` while the dialect is uncertain.
   */
  readonly dialect: () => Dialect;
  /** Maximum number of queued events. Default: 10,000. */
  readonly maxEvents?: number;
  /** Approximate maximum memory for the queued events. Default: 32 MiB. */
  readonly maxBytes?: number;
  /** Number of taken events that can be reread. Default: 1,000. */
  readonly maxTakenEvents?: number;
  /** Approximate maximum memory for taken events. Default: a quarter of `maxBytes`. */
  readonly maxTakenBytes?: number;
  /** Called with every event when it is queued, including events that the buffer creates. Must not throw. */
  readonly onBuffered?: (event: BufferedEvent, queue: QueueName) => void;
}

// The maximum number of messages that may be streamed at the same time.
const MAX_OPEN_MESSAGES = 256;

/**
 * Creates an empty buffer. When a limit is reached, the oldest event is dropped first; task results and questions are
 * dropped last. Every dropped event is counted. The buffer does not start any timers.
 */
export function createEventBuffer(options: EventBufferOptions): EventBuffer {
  const { onBuffered } = options;
  const queueOptions = withDefaults(options);
  const { dialect, maxBytes } = queueOptions;
  const queues = { ai: createBoundedQueue(queueOptions), other: createBoundedQueue(queueOptions) };
  const open = createOpenMessages({ dialect, maxMessages: MAX_OPEN_MESSAGES, maxBytes });
  let seq = 0;
  let latestAt = Number.NEGATIVE_INFINITY;

  function add(event: AgentEvent, at: number, isSynthetic: boolean): void {
    const queue = event.eventName === 'message' ? 'ai' : 'other';
    latestAt = Math.max(latestAt, at);
    seq += 1;
    const buffered = queues[queue].add({ event, seq, at: latestAt, isSynthetic });
    onBuffered?.(buffered, queue);
  }

  return {
    push(event, at) {
      for (const ending of endingsBefore(event, open)) add(ending, at, true);
      add(event, at, false);
    },
    pushSynthetic(news, at) {
      if (news.status === 'disconnected') for (const ending of open.endAll()) add(ending, at, true);
      add(connectionEvent(news), at, true);
    },
    take: (queue, request) => queues[queue].take(request),
    read: (queue, request) => queues[queue].read(request),
    waitFor: (queue, request = {}) => queues[queue].waitFor(request),
    get counters() {
      return { ai: queues.ai.counters, other: queues.other.counters };
    },
    get lastSeq() {
      return seq;
    },
  };
}

function withDefaults(options: EventBufferOptions): BoundedQueueOptions {
  const { dialect, maxEvents = 10_000, maxBytes = 32 * 1024 * 1024 } = options;
  const { maxTakenEvents = 1000, maxTakenBytes = Math.floor(maxBytes / 4) } = options;
  return { dialect, maxEvents, maxBytes, maxTakenEvents, maxTakenBytes };
}

function endingsBefore(event: AgentEvent, open: OpenMessages): readonly AgentEvent[] {
  const { message, taskId, eventName } = event;
  if (message !== undefined) return open.observe(message);
  const endsTask = eventName === 'taskAborted' || eventName === 'taskCompleted';
  return taskId !== undefined && endsTask ? open.endTask(taskId) : [];
}

function connectionEvent(news: ConnectionNews): AgentEvent {
  // Not a wire event, but every reader of the queue knows it.
  return { ...readTaskEvent({ eventName: 'connection', payload: [news] }), known: true };
}
