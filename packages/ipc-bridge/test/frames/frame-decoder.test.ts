import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Frame } from '../../src/frames/frame.ts';
import { createFrameDecoder } from '../../src/frames/frame-decoder.ts';
import { encodeFrame } from '../../src/frames/frame-encoder.ts';

const utf8 = new TextEncoder();

describe('a stream of frames', () => {
  test('the frame decoder reads frame by frame, whatever they contain', () => {
    const messages = [{ type: 'Ack', text: 'a\fb\nc' }, { type: 'TaskEvent', text: '👋 ä \u0000' }, { type: 'x' }];
    expect(decode([joined(messages)])).toEqual(messages.map((data) => message(data)));
  });

  test('the frame decoder returns the same frames wherever the chunks are cut, even within a character', () => {
    const anyMessage = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(fc.array(anyMessage), fc.infiniteStream(fc.integer({ min: 1, max: 40 })), (messages, sizes) => {
        const frames = decode(cut(joined(messages), sizes));
        expect(frames).toEqual(messages.map((data) => message(JSON.parse(JSON.stringify(data)))));
      }),
    );
  });

  test('the frame decoder loses nothing around an invalid message', () => {
    const junk = fc.oneof(
      fc.constant(new Uint8Array(0)),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => bytes.map((byte) => (byte === 0x0c ? 0x20 : byte))),
      fc.constantFrom('{}', '{"type":1}', '"hi"', 'null', '[]', '{"type":"connect"}').map((text) => utf8.encode(text)),
    );
    const part = fc.oneof(
      junk.map((bytes) => ({ bytes: Uint8Array.of(...bytes, 0x0c), good: false })),
      fc.dictionary(fc.string(), fc.string()).map((data) => ({ bytes: encodeFrame(data), good: true })),
    );
    fc.assert(
      fc.property(fc.array(part), fc.infiniteStream(fc.integer({ min: 1, max: 20 })), (parts, sizes) => {
        const frames = decode(cut(concat(parts.map(({ bytes }) => bytes)), sizes));
        expect(frames).toHaveLength(parts.length);
        for (const [index, { good }] of parts.entries()) {
          if (good) expect(frames[index]?.kind).toBe('message');
        }
      }),
    );
  });

  test('decoding time does not grow with the number of pieces of one frame', () => {
    const frame = encodeFrame({ text: 'x'.repeat(300_000) });
    const pieces = Array.from({ length: frame.length }, (_, index) => frame.subarray(index, index + 1));
    expect(decode(pieces).map(({ kind }) => kind)).toEqual(['message']);
  });
});

describe('invalid messages are described without their content', () => {
  test.each([
    ['an empty frame', '', { kind: 'emptyFrame', bytes: 0 }],
    ['no JSON', 'sk-secret', { kind: 'malformedFrame', bytes: 9, reason: 'it is not JSON' }],
    ['JSON that is not an object', '"hi"', { kind: 'malformedFrame', bytes: 4, reason: 'it is not a JSON object' }],
    ['null', 'null', { kind: 'malformedFrame', bytes: 4, reason: 'it is not a JSON object' }],
    ['an object without a type', '{}', { kind: 'malformedFrame', bytes: 2, reason: 'it has no type' }],
    ['a type that is no text', '{"type":1}', { kind: 'malformedFrame', bytes: 10, reason: 'it has no type' }],
    ['a name of node-ipc itself', '{"type":"start"}', { kind: 'foreignFrame', bytes: 16 }],
    ['a name of every object', '{"type":"__proto__"}', { kind: 'foreignFrame', bytes: 20 }],
  ])('the frame decoder reports %s as a problem', (_what, text, problem) => {
    expect(decode([utf8.encode(`${text}\f`)])).toEqual([problem]);
  });

  test('the frame decoder reports bytes that are not UTF-8', () => {
    expect(decode([Uint8Array.of(0x22, 0xff, 0x22, 0x0c)])).toEqual([
      { kind: 'malformedFrame', bytes: 3, reason: 'it is not UTF-8' },
    ]);
  });

  test('the frame decoder accepts a message without data', () => {
    expect(decode([utf8.encode('{"type":"message"}\f')])).toEqual([{ kind: 'message', data: undefined, bytes: 18 }]);
  });
});

describe('a frame beyond the limit', () => {
  const small = encodeFrame({ a: 1 });
  const limit = small.length - 1;

  test('an oversized frame is skipped and fully counted, and reading continues after it', () => {
    const large = encodeFrame({ text: 'x'.repeat(100) });
    const stream = concat([small, large, small]);
    for (const size of [1, 7, stream.length]) {
      expect(decode(cut(stream, [size].values(), size), limit)).toEqual([
        message({ a: 1 }),
        { kind: 'oversizedFrame', bytes: large.length - 1, maxBytes: limit },
        message({ a: 1 }),
      ]);
    }
  });

  test('a frame is oversized from one byte above the limit', () => {
    expect(decode([small], limit)[0]?.kind).toBe('message');
    expect(decode([small], limit - 1)[0]?.kind).toBe('oversizedFrame');
  });

  test('an oversized frame is not kept in memory while it arrives', () => {
    const decoder = createFrameDecoder({ maxFrameBytes: 1000 });
    const piece = new Uint8Array(64 * 1024).fill(0x20);
    for (let i = 0; i < 2000; i++) {
      decoder.push(piece);
      expect(decoder.next()).toBeUndefined();
      expect(decoder.unreadBytes).toBe(0);
    }
    decoder.push(Uint8Array.of(0x0c));
    expect(decoder.next()).toEqual({ kind: 'oversizedFrame', bytes: 2000 * piece.length, maxBytes: 1000 });
  });
});

function decode(chunks: Iterable<Uint8Array>, maxFrameBytes?: number): readonly Frame[] {
  const decoder = createFrameDecoder(maxFrameBytes === undefined ? {} : { maxFrameBytes });
  const frames: Frame[] = [];
  for (const chunk of chunks) {
    decoder.push(chunk);
    for (let frame = decoder.next(); frame !== undefined; frame = decoder.next()) frames.push(frame);
  }
  return frames;
}

function* cut(bytes: Uint8Array, sizes: Iterator<number>, otherwise = 1): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    const size = sizes.next().value ?? otherwise;
    yield bytes.subarray(start, start + size);
    start += size;
  }
}

function joined(messages: readonly { readonly [key: string]: unknown }[]): Uint8Array {
  return concat(messages.map((data) => encodeFrame(data)));
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function message(data: unknown): unknown {
  return { kind: 'message', data, bytes: expect.any(Number) };
}
