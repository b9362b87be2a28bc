/** Bytes that wait for more, in one piece of memory that at most doubles as they come. */
export interface HeldBytes {
  readonly length: number;
  add(bytes: Buffer): void;
  /** Decodes them as UTF-8 and forgets them; a malformed sequence becomes U+FFFD. */
  takeText(): string;
  /** Forgets them and gives their memory back. */
  clear(): void;
}

const SMALLEST_BYTES = 4096;
const KEPT_BYTES = 1024 * 1024;
const NOTHING = Buffer.alloc(0);

/** Creates an empty holder, which has no memory of its own yet. */
export function createHeldBytes(): HeldBytes {
  let memory = NOTHING;
  let length = 0;
  const clear = (): void => {
    memory = NOTHING;
    length = 0;
  };
  return {
    get length() {
      return length;
    },
    add: (bytes) => {
      const needed = length + bytes.length;
      if (needed > memory.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * memory.length, SMALLEST_BYTES));
        memory.copy(larger, 0, 0, length);
        memory = larger;
      }
      bytes.copy(memory, length);
      length = needed;
    },
    takeText: () => {
      const text = memory.toString('utf8', 0, length);
      if (memory.length > KEPT_BYTES) clear();
      length = 0;
      return text;
    },
    clear,
  };
}
