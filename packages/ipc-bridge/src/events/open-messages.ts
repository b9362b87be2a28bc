import type { Dialect } from '../dialect.ts';
import { estimateBytes } from '../memory/estimate-bytes.ts';
import { createLinkedList, type Link } from '../memory/linked-list.ts';
import type { AgentEvent } from '../messages/agent-event.ts';
import type { AgentMessage } from '../messages/agent-message.ts';
import { readTaskEvent } from '../messages/read-message.ts';

/** Follows the messages that still stream, and ends those that the wire never will. */
export interface OpenMessages {
  /** Takes a message in; the ends of earlier ones of its task, which belong before it. */
  observe(message: AgentMessage): readonly AgentEvent[];
  /** The task is over: the ends of all of its messages. */
  endTask(taskId: string): readonly AgentEvent[];
  /** The connection is over: the ends of all messages. */
  endAll(): readonly AgentEvent[];
}

interface OpenMessage {
  /** The latest piece; undefined once we have ended the message. */
  latest: AgentMessage | undefined;
  bytes: number;
  /** We ended it once already, and the wire went on: only the end of the task ends it again. */
  endedBefore: boolean;
  readonly taskId: string;
  readonly ts: number;
}

/** Creates a record without open messages; what is oldest in it is forgotten when the bounds are reached. */
export function createOpenMessages(options: {
  readonly dialect: () => Dialect;
  readonly maxMessages: number;
  readonly maxBytes: number;
}): OpenMessages {
  const tasks = new Map<string, Map<number, Link<OpenMessage>>>();
  const order = createLinkedList<OpenMessage>();
  let bytes = 0;

  function forget(link: Link<OpenMessage>): void {
    const { taskId, ts } = link.value;
    const messages = tasks.get(taskId);
    messages?.delete(ts);
    if (messages?.size === 0) tasks.delete(taskId);
    order.remove(link);
    bytes -= link.value.bytes;
  }

  function remember(message: AgentMessage): void {
    const { taskId, ts } = message;
    const earlier = tasks.get(taskId)?.get(ts);
    if (earlier !== undefined) forget(earlier);
    const open = { taskId, ts, latest: message, bytes: estimateBytes(message.raw), endedBefore: wasEnded(earlier) };
    const messages = tasks.get(taskId) ?? new Map<number, Link<OpenMessage>>();
    tasks.set(taskId, messages.set(ts, order.append(open)));
    bytes += open.bytes;
    while (order.first !== undefined && (order.size > options.maxMessages || bytes > options.maxBytes)) {
      forget(order.first);
    }
  }

  /** The end of a message, which stays on record so that it is not ended twice. */
  function end(link: Link<OpenMessage>): AgentEvent[] {
    const open = link.value;
    if (open.latest === undefined) return [];
    const ending = endingOf(open.latest, options.dialect());
    bytes -= open.bytes;
    [open.latest, open.bytes, open.endedBefore] = [undefined, 0, true];
    return [ending];
  }

  function endTask(taskId: string): readonly AgentEvent[] {
    const links = [...(tasks.get(taskId)?.values() ?? [])];
    const endings = links.flatMap(end);
    for (const link of links) forget(link);
    return endings;
  }

  return {
    observe(message) {
      const links = [...(tasks.get(message.taskId)?.values() ?? [])];
      const earlier = links.filter((link) => link.value.ts < message.ts && !link.value.endedBefore);
      const endings = earlier.flatMap(end);
      const own = tasks.get(message.taskId)?.get(message.ts);
      if (message.stream === 'open') remember(message);
      else if (own !== undefined) forget(own);
      return endings;
    },
    endTask,
    endAll: () => [...tasks.keys()].flatMap(endTask),
  };
}

function wasEnded(earlier: Link<OpenMessage> | undefined): boolean {
  return earlier?.value.endedBefore ?? false;
}

/** In fork a frame adds its text to the ones before, so the end has none; elsewhere it repeats all of it. */
function endingOf(message: AgentMessage, dialect: Dialect): AgentEvent {
  const text = dialect === 'fork' ? { text: '' } : {};
  return readTaskEvent({
    eventName: 'message',
    payload: [{ taskId: message.taskId, action: 'updated', message: { ...message.raw, ...text, partial: false } }],
  });
}
