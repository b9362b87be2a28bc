/** Collects a frame that arrives in pieces, unless it grows too long. */
export interface PartialFrame {
  /** Takes the next piece. */
  add(bytes: Uint8Array): void;
  /** Takes the last piece, gives the whole, and is empty again; `content` is undefined when the frame was too long. */
  finish(last: Uint8Array): { readonly bytes: number; readonly content: Uint8Array | undefined };
}

// A larger buffer is given back after its frame, so that one image does not hold memory for good.
const KEPT_BYTES = 64 * 1024;

/**
 * Creates an empty one. It copies into one growing buffer rather than keeping the pieces: a peer that sends byte by byte
 * would otherwise make an object of each.
 */
export function createPartialFrame(maxBytes: number): PartialFrame {
  let buffer = new Uint8Array(0);
  let bytes = 0;

  const append = (piece: Uint8Array): void => {
    const before = bytes;
    bytes += piece.length;
    if (bytes > maxBytes) buffer = new Uint8Array(0);
    else {
      buffer = withRoom(buffer, { used: before, needed: bytes, maxBytes });
      buffer.set(piece, before);
    }
  };
  return {
    add: append,
    finish: (last) => {
      if (bytes === 0) return { bytes: last.length, content: last.length > maxBytes ? undefined : last };
      append(last);
      const whole = { bytes, content: bytes > maxBytes ? undefined : buffer.subarray(0, bytes) };
      bytes = 0;
      if (buffer.length > KEPT_BYTES) buffer = new Uint8Array(0);
      return whole;
    },
  };
}

function withRoom(
  buffer: Uint8Array<ArrayBuffer>,
  size: { readonly used: number; readonly needed: number; readonly maxBytes: number },
): Uint8Array<ArrayBuffer> {
  if (size.needed <= buffer.length) return buffer;
  const larger = new Uint8Array(Math.min(size.maxBytes, Math.max(size.needed, buffer.length * 2, 1024)));
  larger.set(buffer.subarray(0, size.used));
  return larger;
}
