/** A place in a {@link LinkedList}. */
export interface Link<Value> {
  readonly value: Value;
  previous: Link<Value> | undefined;
  next: Link<Value> | undefined;
}

/** A list that takes, drops and removes in the middle at a cost that does not depend on its length. */
export interface LinkedList<Value> {
  readonly size: number;
  readonly first: Link<Value> | undefined;
  append(value: Value): Link<Value>;
  /** Removes a link of this list; each link once. */
  remove(link: Link<Value>): void;
}

/** Creates an empty list. */
export function createLinkedList<Value>(): LinkedList<Value> {
  let first: Link<Value> | undefined;
  let last: Link<Value> | undefined;
  let size = 0;
  return {
    get size() {
      return size;
    },
    get first() {
      return first;
    },
    append(value) {
      const link: Link<Value> = { value, previous: last, next: undefined };
      if (last === undefined) first = link;
      else last.next = link;
      last = link;
      size += 1;
      return link;
    },
    remove(link) {
      if (link.previous === undefined) first = link.next;
      else link.previous.next = link.next;
      if (link.next === undefined) last = link.previous;
      else link.next.previous = link.previous;
      size -= 1;
    },
  };
}
