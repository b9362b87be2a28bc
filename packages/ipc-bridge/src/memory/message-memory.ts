import { createLinkedList, type ListNode } from './linked-list.ts';

/** Identifies a message by its task and its timestamp within the task. */
export interface MessageKey {
  readonly taskId: string;
  readonly ts: number;
}

/** A store of values, one per message. When a limit is reached, the oldest values are removed. */
export interface MessageMemory<Value> {
  /** Number of values, the approximate memory that they use, and the number dropped so far. */
  readonly counters: { readonly held: number; readonly heldBytes: number; readonly forgotten: number };
  /** Ids of the tasks that have values. */
  readonly taskIds: readonly string[];
  get(key: MessageKey): Value | undefined;
  /** Returns the values stored for a task, with the latest last. */
  list(taskId: string): readonly Value[];
  /** Stores a value as the latest, replacing any earlier value for the same message. */
  put(key: MessageKey, value: Value, bytes: number): void;
  forget(key: MessageKey): void;
  forgetTask(taskId: string): void;
}

interface Entry<Value> {
  readonly key: MessageKey;
  readonly value: Value;
  readonly bytes: number;
}

/** Creates an empty store. */
export function createMessageMemory<Value>(bounds: {
  readonly maxMessages: number;
  readonly maxBytes: number;
}): MessageMemory<Value> {
  const tasks = new Map<string, Map<number, ListNode<Entry<Value>>>>();
  const order = createLinkedList<Entry<Value>>();
  let bytes = 0;
  let forgotten = 0;

  const find = ({ taskId, ts }: MessageKey) => tasks.get(taskId)?.get(ts);
  const remove = (node: ListNode<Entry<Value>> | undefined): void => {
    if (node === undefined) return;
    const { taskId, ts } = node.value.key;
    const messages = tasks.get(taskId);
    messages?.delete(ts);
    if (messages?.size === 0) tasks.delete(taskId);
    order.remove(node);
    bytes -= node.value.bytes;
  };
  const trim = (): void => {
    while (order.first !== undefined && (order.size > bounds.maxMessages || bytes > bounds.maxBytes)) {
      remove(order.first);
      forgotten += 1;
    }
  };

  return {
    get counters() {
      return { held: order.size, heldBytes: bytes, forgotten };
    },
    get taskIds() {
      return [...tasks.keys()];
    },
    get: (key) => find(key)?.value.value,
    list: (taskId) => {
      const values: Value[] = [];
      // Does not call Array.from with a function, because that is many times slower and this code runs for every
      // message.
      for (const node of tasks.get(taskId)?.values() ?? []) values.push(node.value.value);
      return values;
    },
    put: ({ taskId, ts }, value, size) => {
      remove(find({ taskId, ts }));
      const messages = tasks.get(taskId) ?? new Map<number, ListNode<Entry<Value>>>();
      // Builds a new key, because the given key may be a whole message, which would otherwise be retained.
      tasks.set(taskId, messages.set(ts, order.append({ key: { taskId, ts }, value, bytes: size })));
      bytes += size;
      trim();
    },
    forget: (key) => remove(find(key)),
    forgetTask: (taskId) => {
      for (const node of tasks.get(taskId)?.values() ?? []) remove(node);
    },
  };
}
