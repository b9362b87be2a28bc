import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createLineSender, type LineSender } from '../../src/process/line-sender.ts';
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

function createFastStream() {
  const writes: string[] = [];
  const stream = new Writable({
    highWaterMark: 1_000_000,
    write: (chunk: Buffer, _encoding, done) => {
      writes.push(chunk.toString());
      done();
    },
  });
  return { stream, writes };
}

function send(sender: LineSender, ...lines: readonly string[]): void {
  for (const line of lines) expect(sender.send(line)).toBeUndefined();
}

describe('lines to a process', () => {
  test('the first line of a turn is sent immediately, and later ones in one write, in order', async () => {
    const { stream, writes } = createFastStream();
    send(createLineSender(stream), 'a', 'b', 'c');
    expect(writes).toEqual(['a\n']);
    await settle();
    expect(writes).toEqual(['a\n', 'b\nc\n']);
  });

  test('after a turn with several lines the next turn sends one write, after a single line it sends immediately', async () => {
    const { stream, writes } = createFastStream();
    const sender = createLineSender(stream);
    send(sender, 'a', 'b');
    await settle();
    send(sender, 'c', 'd');
    await settle();
    expect(writes).toEqual(['a\n', 'b\n', 'c\nd\n']);
    send(sender, 'e');
    await settle();
    send(sender, 'f');
    expect(writes.slice(3)).toEqual(['e\n', 'f\n']);
  });

  test('lines that the process does not read make the next sender wait', async () => {
    const { stream, take } = createSlowStream();
    const sender = createLineSender(stream);
    send(sender, 'more than ten bytes');
    let sent = false;
    const waiting = sender.send('next')?.then(() => (sent = true));
    await settle();
    expect(sent).toBe(false);
    take();
    await settle();
    take();
    await waiting;
    expect(sent).toBe(true);
  });

  test('lines already accepted by the stream do not fail when it ends', () => {
    const { stream } = createSlowStream();
    const sender = createLineSender(stream);
    const sent = sender.send('more than ten bytes');
    sender.end(() => new Error('over'));
    expect(sent).toBeUndefined();
  });

  test('many lines are sent before the turn is over', () => {
    const { stream, writes } = createFastStream();
    const sender = createLineSender(stream);
    for (let count = 0; count < 100; count++) void sender.send('x'.repeat(1000));
    expect(writes).toHaveLength(2);
  });

  test('lines after the end are refused, including those that wait', async () => {
    const { stream, writes } = createSlowStream();
    const sender = createLineSender(stream);
    send(sender, 'more than ten bytes');
    const waiting = expect(sender.send('waiting')).rejects.toThrow('over');
    sender.end(() => new Error('over'));
    await waiting;
    await expect(sender.send('late')).rejects.toThrow('over');
    await settle();
    expect(writes).toEqual(['more than ten bytes\n']);
  });
});
