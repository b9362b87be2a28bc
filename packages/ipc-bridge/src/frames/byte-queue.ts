/** Bytes in the pieces in which they came, taken up to a delimiter at a time. */
export interface ByteQueue {
  push(bytes: Uint8Array): void;
  /** The bytes up to the delimiter (which is dropped), or the rest of a piece without one; undefined when there are none. */
  take(delimiter: number): { readonly bytes: Uint8Array; readonly ended: boolean } | undefined;
  /** How many are left. */
  readonly bytes: number;
}

/** Creates an empty queue. */
export function createByteQueue(): ByteQueue {
  let pieces: Uint8Array[] = [];
  let head = 0;
  let offset = 0;
  let total = 0;

  const nextPiece = (): void => {
    head += 1;
    offset = 0;
    // Compacting only when half is spent keeps this linear over a flood of small pieces.
    if (head * 2 > pieces.length) {
      pieces = pieces.slice(head);
      head = 0;
    }
  };
  return {
    push: (bytes) => {
      if (bytes.length === 0) return;
      pieces.push(bytes);
      total += bytes.length;
    },
    take: (delimiter) => {
      const piece = pieces[head];
      if (piece === undefined) return undefined;
      const start = offset;
      const end = piece.indexOf(delimiter, start);
      const bytes = piece.subarray(start, end === -1 ? piece.length : end);
      offset = start + bytes.length + (end === -1 ? 0 : 1);
      total -= offset - start;
      if (offset === piece.length) nextPiece();
      return { bytes, ended: end !== -1 };
    },
    get bytes() {
      return total;
    },
  };
}
