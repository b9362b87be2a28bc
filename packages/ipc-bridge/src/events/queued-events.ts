import { createLinkedList, type LinkedList, type ListNode } from '../memory/linked-list.ts';
import type { BufferedEvent } from './buffered-event.ts';

/** Traits of a queued event. */
export interface QueuedEventTraits {
  /** True if the event may be dropped only after all others. */
  readonly isFinal: boolean;
  /** Key of a message that is still streaming; a later event may replace this event. */
  readonly openKey: string | undefined;
}

/** A queued event, with its node in each list. */
export interface QueuedEvent extends QueuedEventTraits {
  readonly buffered: BufferedEvent;
  /** False once the event has been removed. */
  isQueued: boolean;
  inOrder: ListNode<QueuedEvent> | undefined;
  inDroppable: ListNode<QueuedEvent> | undefined;
  inTask: ListNode<QueuedEvent> | undefined;
}

/**
 * Queued events in three orders: by arrival, by drop priority, and by task. The cost of an operation does not depend on
 * the number of events.
 */
export type QueuedEvents = ReturnType<typeof createQueuedEvents>;

/** Creates an empty set. */
export function createQueuedEvents() {
  const order = createLinkedList<QueuedEvent>();
  const droppable = createLinkedList<QueuedEvent>();
  const tasks = createTaskLists();
  const open = new Map<string, QueuedEvent>();
  let bytes = 0;
  const listOf = (taskId: string | undefined) => (taskId === undefined ? order : tasks.of(taskId));

  return {
    get size() {
      return order.size;
    },
    get bytes() {
      return bytes;
    },
    append(buffered: BufferedEvent, { isFinal, openKey }: QueuedEventTraits) {
      const event: QueuedEvent = {
        buffered,
        isFinal,
        openKey,
        isQueued: true,
        inOrder: undefined,
        inDroppable: undefined,
        inTask: undefined,
      };
      event.inOrder = order.append(event);
      if (!isFinal) event.inDroppable = droppable.append(event);
      if (openKey !== undefined) open.set(openKey, event);
      tasks.join(event);
      bytes += buffered.bytes;
      return event;
    },
    remove(event: QueuedEvent) {
      const { buffered, openKey } = event;
      if (event.inOrder !== undefined) order.remove(event.inOrder);
      if (event.inDroppable !== undefined) droppable.remove(event.inDroppable);
      if (openKey !== undefined && open.get(openKey) === event) open.delete(openKey);
      tasks.leave(event);
      bytes -= buffered.bytes;
      event.isQueued = false;
    },
    /** Returns the oldest event, or the oldest event of the given task. */
    oldest: (taskId: string | undefined) => listOf(taskId)?.first?.value,
    /** Returns the oldest event that is not final, or the oldest event overall if all of them are final. */
    oldestToDrop: () => (droppable.first ?? order.first)?.value,
    /** Returns the number of queued events: all events, or only those of the given task. */
    count: (taskId: string | undefined) => listOf(taskId)?.size ?? 0,
    findOpen: (openKey: string) => open.get(openKey),
    /** Returns the number of queued events that are pieces of streaming messages. */
    get openCount() {
      return open.size;
    },
  };
}

function createTaskLists() {
  const lists = new Map<string, LinkedList<QueuedEvent>>();
  return {
    of: (taskId: string) => lists.get(taskId),
    join(event: QueuedEvent) {
      const { taskId } = event.buffered.event;
      if (taskId === undefined) return;
      const list = lists.get(taskId) ?? createLinkedList<QueuedEvent>();
      lists.set(taskId, list);
      event.inTask = list.append(event);
    },
    leave({ buffered: { event }, inTask }: QueuedEvent) {
      const list = event.taskId === undefined ? undefined : lists.get(event.taskId);
      if (list === undefined || event.taskId === undefined || inTask === undefined) return;
      list.remove(inTask);
      if (list.size === 0) lists.delete(event.taskId);
    },
  };
}
