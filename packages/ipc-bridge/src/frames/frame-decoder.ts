import { attempt, isJsonObject } from '@modegate/json';
import { defaultMaxFrameBytes, type Frame } from './frame.ts';

/** Splits a stream of bytes into frames. The caller pushes bytes and pulls frames. */
export type FrameDecoder = ReturnType<typeof createFrameDecoder>;

const DELIMITER = 0x0c;

/**
 * Creates a decoder for frames of UTF-8 JSON that end in a form feed. JSON escapes control characters, and no other
 * UTF-8 character contains the form-feed byte, so frames can be split before decoding. A frame larger than
 * `maxFrameBytes` is skipped, not stored.
 */
export function createFrameDecoder(options: { readonly maxFrameBytes?: number } = {}) {
  const { maxFrameBytes = defaultMaxFrameBytes } = options;
  const unread = createByteQueue();
  const partial = createPartialFrame(maxFrameBytes);

  return {
    /** Adds the next bytes of the stream, which may be split anywhere. */
    push: unread.push,
    /** Returns the next complete frame; undefined if more bytes are needed. */
    next: () => {
      for (let piece = unread.take(DELIMITER); piece !== undefined; piece = unread.take(DELIMITER)) {
        if (piece.ended) return readFrame(partial.finish(piece.bytes), maxFrameBytes);
        partial.add(piece.bytes);
      }
      return undefined;
    },
    /** Number of pushed bytes that `next` has not examined. */
    get unreadBytes() {
      return unread.bytes;
    },
  };
}

function readFrame(whole: { bytes: number; content: Uint8Array | undefined }, maxBytes: number): Frame {
  const { bytes, content } = whole;
  if (content === undefined) return { kind: 'oversizedFrame', bytes, maxBytes };
  if (bytes === 0) return { kind: 'emptyFrame', bytes };
  const envelope = parseJson(content);
  if (typeof envelope === 'string') return { kind: 'malformedFrame', bytes, reason: envelope };
  const { type, data } = envelope;
  if (typeof type !== 'string') return { kind: 'malformedFrame', bytes, reason: 'it has no type' };
  return type === 'message' ? { kind: 'message', data, bytes } : { kind: 'foreignFrame', bytes };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

// Returns the envelope or an error message. Omits the JavaScript engine's own message, because that message quotes the
// input, including secrets.
function parseJson(content: Uint8Array): { readonly type?: unknown; readonly data?: unknown } | string {
  const text = attempt(() => utf8.decode(content));
  if (text === undefined) return 'it is not UTF-8';
  const value: unknown = attempt(() => JSON.parse(text));
  if (value === undefined) return 'it is not JSON';
  return isJsonObject(value) ? value : 'it is not a JSON object';
}

function createByteQueue() {
  let pieces: Uint8Array[] = [];
  let head = 0;
  let offset = 0;
  let total = 0;

  const nextPiece = (): void => {
    head += 1;
    offset = 0;
    // Compacting only when half of the list is used keeps the cost linear for a flood of small pieces.
    if (head * 2 > pieces.length) {
      pieces = pieces.slice(head);
      head = 0;
    }
  };
  return {
    push: (bytes: Uint8Array) => {
      if (bytes.length === 0) return;
      pieces.push(bytes);
      total += bytes.length;
    },
    /**
     * Returns the bytes up to the delimiter (which is dropped), or the remaining bytes if there is no delimiter;
     * undefined if there are no bytes.
     */
    take: (delimiter: number) => {
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
    /** Number of bytes that remain. */
    get bytes() {
      return total;
    },
  };
}

// A larger buffer is released after its frame, so that a single image does not occupy memory permanently.
const KEPT_BYTES = 64 * 1024;

/**
 * Creates an empty frame, which copies all pieces into one growing buffer. If the pieces were stored instead, a peer
 * that sends single bytes would cost one object per byte.
 */
function createPartialFrame(maxBytes: number) {
  let buffer = new Uint8Array(0);
  let bytes = 0;

  const append = (piece: Uint8Array): void => {
    const before = bytes;
    bytes += piece.length;
    if (bytes > maxBytes) buffer = new Uint8Array(0);
    else {
      buffer = withCapacity(buffer, bytes, maxBytes);
      buffer.set(piece, before);
    }
  };
  return {
    /** Adds the next piece. */
    add: append,
    /**
     * Adds the last piece, returns the whole frame, and resets the buffer; `content` is undefined if the frame was too
     * long.
     */
    finish: (last: Uint8Array) => {
      if (bytes === 0) return { bytes: last.length, content: last.length > maxBytes ? undefined : last };
      append(last);
      const whole = { bytes, content: bytes > maxBytes ? undefined : buffer.subarray(0, bytes) };
      bytes = 0;
      if (buffer.length > KEPT_BYTES) buffer = new Uint8Array(0);
      return whole;
    },
  };
}

function withCapacity(buffer: Uint8Array<ArrayBuffer>, neededBytes: number, maxBytes: number): Uint8Array<ArrayBuffer> {
  if (neededBytes <= buffer.length) return buffer;
  const larger = new Uint8Array(Math.min(maxBytes, Math.max(neededBytes, buffer.length * 2, 1024)));
  larger.set(buffer);
  return larger;
}
