import { describe, expect, test } from 'vitest';
import { encodeFrame } from '../../src/frames/frame-encoder.ts';

describe('a frame', () => {
  test('encodeFrame writes the envelope as JSON with one form feed, at the end', () => {
    const text = new TextDecoder().decode(encodeFrame({ text: 'a\fb 👋' }));
    expect(text).toBe('{"type":"message","data":{"text":"a\\fb 👋"}}\f');
  });

  test('encodeFrame limits a frame by its bytes without the form feed', () => {
    const bytes = encodeFrame({ text: 'ä' }).length - 1;
    expect(encodeFrame({ text: 'ä' }, { maxFrameBytes: bytes })).toHaveLength(bytes + 1);
    expect(() => encodeFrame({ text: 'ä' }, { maxFrameBytes: bytes - 1 })).toThrow(
      expect.objectContaining({ code: 'FRAME_TOO_LARGE', data: { bytes, maxBytes: bytes - 1 } }),
    );
  });

  test('encodeFrame accepts only JSON values', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    for (const message of [cycle, { big: 1n }] as { readonly [key: string]: unknown }[]) {
      expect(() => encodeFrame(message)).toThrow(expect.objectContaining({ code: 'COMMAND_INVALID' }));
    }
  });
});
