import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createLineSender } from '../../src/process/line-sender.ts';
import { settle } from '../support/fake-link.ts';

function createSlowStream() {
  const writes: string[] = [];
  const taken: (() => void)[] = [];
  const stream = new Writable({
    highWaterMark: 10,
    write: (chunk: Buffer, _encoding, done) => {
      writes.push(chunk.toString());
      taken.push(done);
    },
  });
  return { stream, writes, take: () => taken.shift()?.() };
}

describe('lines to a process', () => {
  test('of one turn go out in one write, in order', async () => {
    const { stream, writes } = createSlowStream();
    const sender = createLineSender(stream);
    void sender.send('a');
    void sender.send('b');
    expect(writes).toEqual([]);
    await settle();
    expect(writes).toEqual(['a\nb\n']);
  });

  test('that the process does not take make the sender wait', async () => {
    const { stream, take } = createSlowStream();
    const sender = createLineSender(stream);
    await sender.send('more than ten bytes');
    await settle();
    let sent = false;
    const waiting = sender.send('next')?.then(() => (sent = true));
    await settle();
    expect(sent).toBe(false);
    take();
    await settle();
    take();
    await waiting;
  });

  test('in great number go out before the turn is over', () => {
    const { stream, writes } = createSlowStream();
    const sender = createLineSender(stream);
    for (let count = 0; count < 100; count++) void sender.send('x'.repeat(1000));
    expect(writes).toHaveLength(1);
  });

  test('are refused after the end, those that wait included', async () => {
    const { stream, writes } = createSlowStream();
    const sender = createLineSender(stream);
    await sender.send('more than ten bytes');
    await settle();
    const waiting = expect(sender.send('waiting')).rejects.toThrow('over');
    sender.end(() => new Error('over'));
    await waiting;
    await expect(sender.send('late')).rejects.toThrow('over');
    await settle();
    expect(writes).toEqual(['more than ten bytes\n']);
  });
});
