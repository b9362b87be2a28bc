import { linkedChannels } from '@modegate/ipc-bridge/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const utf8 = new TextEncoder();
const text = new TextDecoder();

function receiver() {
  const got = {
    chunks: [] as string[],
    ends: 0,
    data: (bytes: Uint8Array) => void got.chunks.push(text.decode(bytes)),
    closed: () => {
      got.ends += 1;
    },
  };
  return got;
}

describe('linked channels', () => {
  test('linked channels deliver both ways, complete and in order, and keep data sent before the start', async () => {
    const [left, right] = linkedChannels();
    const [atLeft, atRight] = [receiver(), receiver()];
    const early = left.write(utf8.encode('early'));
    left.start(atLeft);
    right.start(atRight);
    await early;
    await Promise.all([left.write(utf8.encode('a')), left.write(utf8.encode('b')), right.write(utf8.encode('c'))]);
    expect(atRight.chunks).toEqual(['early', 'a', 'b']);
    expect(atLeft.chunks).toEqual(['c']);
  });

  test('linked channels may cut written data anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array()), fc.integer({ min: 1, max: 9 }), async (writes, size) => {
        const chunk = (bytes: Uint8Array) =>
          Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
        const [left, right] = linkedChannels({ chunk });
        const got: number[] = [];
        right.start({ data: (bytes) => got.push(...bytes), closed: () => {} });
        await Promise.all(writes.map((bytes) => left.write(bytes)));
        expect(got).toEqual(writes.flatMap((bytes) => [...bytes]));
      }),
    );
  });

  test('linked channels deliver when the test triggers it', async () => {
    const due: (() => void)[] = [];
    const [left, right] = linkedChannels({ deliver: (arrive) => due.push(arrive) });
    const got = receiver();
    right.start(got);
    const written = left.write(utf8.encode('a'));
    expect([got.chunks, left.bufferedBytes]).toEqual([[], 1]);
    due.shift()?.();
    await written;
    expect([got.chunks, left.bufferedBytes]).toEqual([['a'], 0]);
  });

  test('linked channels make the writer wait for a paused reader', async () => {
    const [left, right] = linkedChannels();
    const got = receiver();
    right.start(got);
    right.pause();
    let taken = false;
    const written = left.write(utf8.encode('abc')).then(() => {
      taken = true;
    });
    await Promise.resolve();
    expect([taken, left.bufferedBytes]).toEqual([false, 3]);
    right.resume();
    await written;
    expect([taken, left.bufferedBytes, got.chunks]).toEqual([true, 0, ['abc']]);
  });

  test('linked channels report the end to both sides once, after the written data', async () => {
    const [left, right] = linkedChannels();
    const [atLeft, atRight] = [receiver(), receiver()];
    left.start(atLeft);
    right.start(atRight);
    const last = left.write(utf8.encode('last'));
    left.close();
    left.close();
    right.close();
    await last.catch(() => {});
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    expect([atLeft.ends, atRight.ends]).toEqual([1, 1]);
    await expect(left.write(utf8.encode('x'))).rejects.toMatchObject({ code: 'EPIPE' });
    await expect(right.write(utf8.encode('x'))).rejects.toMatchObject({ code: 'EPIPE' });
  });

  test('linked channels fail writes to an end that closes without reading them', async () => {
    const [left, right] = linkedChannels();
    right.start(receiver());
    right.pause();
    const written = expect(left.write(utf8.encode('x'))).rejects.toMatchObject({ code: 'EPIPE' });
    await Promise.resolve();
    right.close();
    await written;
    expect(left.bufferedBytes).toBe(0);
  });
});
