import { isJsonObject } from '../json.ts';
import { createByteQueue } from './byte-queue.ts';
import { createPartialFrame } from './partial-frame.ts';

/** What stands between two delimiters of the stream. */
export type Frame =
  /** A whole envelope of the outer type `message`; `data` is the inner message. */
  { readonly kind: 'message'; readonly data: unknown; readonly bytes: number } | FrameProblem;

/** A frame that was skipped, described without its content. */
export type FrameProblem =
  | { readonly kind: 'malformedFrame'; readonly bytes: number; readonly reason: string }
  | { readonly kind: 'emptyFrame'; readonly bytes: 0 }
  | { readonly kind: 'oversizedFrame'; readonly bytes: number; readonly maxBytes: number }
  /** An envelope of another outer type; node-ipc would hand it to its own listeners, and this library never does. */
  | { readonly kind: 'foreignFrame'; readonly bytes: number };

/** Cuts a stream of bytes into frames. It asks for nothing: whoever pushes also pulls. */
export interface FrameDecoder {
  /** Takes the next bytes of the stream, cut anywhere. */
  push(bytes: Uint8Array): void;
  /** The next whole frame; undefined when more bytes are needed. */
  next(): Frame | undefined;
  /** How many pushed bytes `next` has not looked at. */
  readonly unreadBytes: number;
}

/** The longest frame unless told otherwise: 32 MiB, which takes a message with several images. */
export const defaultMaxFrameBytes = 32 * 1024 * 1024;

const DELIMITER = 0x0c;

/**
 * Creates a decoder of frames that are UTF-8 JSON and end in a form feed. JSON escapes control characters, and no other
 * character of UTF-8 contains the byte, so that a frame can be cut out before it is decoded. A frame of more than
 * `maxFrameBytes` is not kept as it arrives, and reading goes on after its end.
 */
export function createFrameDecoder(options: { readonly maxFrameBytes?: number } = {}): FrameDecoder {
  const { maxFrameBytes = defaultMaxFrameBytes } = options;
  const unread = createByteQueue();
  const partial = createPartialFrame(maxFrameBytes);

  return {
    push: unread.push,
    next: () => {
      for (let piece = unread.take(DELIMITER); piece !== undefined; piece = unread.take(DELIMITER)) {
        if (piece.ended) return readFrame(partial.finish(piece.bytes), maxFrameBytes);
        partial.add(piece.bytes);
      }
      return undefined;
    },
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

// The envelope, or what is wrong with it. The engine's own message is left out: it quotes the text, secrets included.
function parseJson(content: Uint8Array): { readonly type?: unknown; readonly data?: unknown } | string {
  let text: string;
  try {
    text = utf8.decode(content);
  } catch {
    return 'it is not UTF-8';
  }
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : 'it is no JSON object';
  } catch {
    return 'it is not JSON';
  }
}
