/** A node of a {@link LinkedList}. */
export interface ListNode<Value> {
  readonly value: Value;
  previous: ListNode<Value> | undefined;
  next: ListNode<Value> | undefined;
}

/** A list with insertion and removal in constant time. */
export interface LinkedList<Value> {
  readonly size: number;
  readonly first: ListNode<Value> | undefined;
  append(value: Value): ListNode<Value>;
  /** Removes a node of this list; call it once per node. */
  remove(node: ListNode<Value>): void;
}

/** Creates an empty list. */
export function createLinkedList<Value>(): LinkedList<Value> {
  let first: ListNode<Value> | undefined;
  let last: ListNode<Value> | undefined;
  let size = 0;
  return {
    get size() {
      return size;
    },
    get first() {
      return first;
    },
    append(value) {
      const node: ListNode<Value> = { value, previous: last, next: undefined };
      if (last === undefined) first = node;
      else last.next = node;
      last = node;
      size += 1;
      return node;
    },
    remove(node) {
      if (node.previous === undefined) first = node.next;
      else node.previous.next = node.next;
      if (node.next === undefined) last = node.previous;
      else node.next.previous = node.previous;
      size -= 1;
    },
  };
}
