import { createLinkedList, type LinkedList, type ListNode } from '../memory/linked-list.ts';
import type { BufferedEvent } from './buffered-event.ts';

/** What the queue knows of an event beside the event itself. */
export interface WaitingTraits {
  /** Dropped only when everything else is gone. */
  readonly lasting: boolean;
  /** Names a message while it streams: a later event may replace this one under that name. */
  readonly openKey: string | undefined;
}

/** An event that waits, and its place in each list that it is in. */
export interface WaitingEvent extends WaitingTraits {
  readonly buffered: BufferedEvent;
  /** False once it was removed. */
  waits: boolean;
  inOrder: ListNode<WaitingEvent> | undefined;
  inChatter: ListNode<WaitingEvent> | undefined;
  inTask: ListNode<WaitingEvent> | undefined;
}

/** The events of a queue in three orders at once: of arrival, of what may be dropped, of each task. No operation depends on how many wait. */
export interface WaitingEvents {
  readonly size: number;
  readonly bytes: number;
  append(buffered: BufferedEvent, traits: WaitingTraits): WaitingEvent;
  remove(event: WaitingEvent): void;
  /** The oldest, of this task when one is given. */
  oldest(taskId: string | undefined): WaitingEvent | undefined;
  /** The oldest that is not lasting; the oldest of all when every one is. */
  oldestToDrop(): WaitingEvent | undefined;
  /** How many wait, of this task when one is given. */
  count(taskId: string | undefined): number;
  findOpen(openKey: string): WaitingEvent | undefined;
  /** How many are pieces of messages that stream. */
  readonly openCount: number;
}

/** Creates an empty set. */
export function createWaitingEvents(): WaitingEvents {
  const order = createLinkedList<WaitingEvent>();
  const chatter = createLinkedList<WaitingEvent>();
  const tasks = createTaskLists();
  const open = new Map<string, WaitingEvent>();
  let bytes = 0;
  const listOf = (taskId: string | undefined) => (taskId === undefined ? order : tasks.of(taskId));

  return {
    get size() {
      return order.size;
    },
    get bytes() {
      return bytes;
    },
    append(buffered, { lasting, openKey }) {
      const event: WaitingEvent = {
        buffered,
        lasting,
        openKey,
        waits: true,
        inOrder: undefined,
        inChatter: undefined,
        inTask: undefined,
      };
      event.inOrder = order.append(event);
      if (!lasting) event.inChatter = chatter.append(event);
      if (openKey !== undefined) open.set(openKey, event);
      tasks.join(event);
      bytes += buffered.bytes;
      return event;
    },
    remove(event) {
      const { buffered, openKey } = event;
      if (event.inOrder !== undefined) order.remove(event.inOrder);
      if (event.inChatter !== undefined) chatter.remove(event.inChatter);
      if (openKey !== undefined && open.get(openKey) === event) open.delete(openKey);
      tasks.leave(event);
      bytes -= buffered.bytes;
      event.waits = false;
    },
    oldest: (taskId) => listOf(taskId)?.first?.value,
    oldestToDrop: () => (chatter.first ?? order.first)?.value,
    count: (taskId) => listOf(taskId)?.size ?? 0,
    findOpen: (openKey) => open.get(openKey),
    get openCount() {
      return open.size;
    },
  };
}

interface TaskLists {
  of(taskId: string): LinkedList<WaitingEvent> | undefined;
  join(event: WaitingEvent): void;
  leave(event: WaitingEvent): void;
}

function createTaskLists(): TaskLists {
  const lists = new Map<string, LinkedList<WaitingEvent>>();
  return {
    of: (taskId) => lists.get(taskId),
    join(event) {
      const { taskId } = event.buffered.event;
      if (taskId === undefined) return;
      const list = lists.get(taskId) ?? createLinkedList<WaitingEvent>();
      lists.set(taskId, list);
      event.inTask = list.append(event);
    },
    leave({ buffered: { event }, inTask }) {
      const list = event.taskId === undefined ? undefined : lists.get(event.taskId);
      if (list === undefined || event.taskId === undefined || inTask === undefined) return;
      list.remove(inTask);
      if (list.size === 0) lists.delete(event.taskId);
    },
  };
}
