import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEventStreamFilter } from '../../src/remote/event-stream.ts';

function read(chunks: readonly string[], maxEventLength = 10_000, mayResume = true) {
  const messages: string[] = [];
  let oversized = 0;
  const tap = createEventStreamFilter({
    maxEventLength,
    mayResume,
    onMessage: (data) => {
      messages.push(data);
      return data === 'nothing' ? '' : 'stand-in';
    },
    onOversized: () => oversized++,
  });
  const passed = chunks.map((chunk) => tap.push(chunk)).join('');
  return { messages, passed, oversized, resumable: tap.resumable };
}

const lineEnds = fc.constantFrom('\n', '\r', '\r\n');
const field = fc.oneof(
  fc.constantFrom(
    'data',
    'data:',
    'data: ',
    'data:x',
    'data: {"a":1}',
    'id: 7',
    'retry: 10',
    'event: message',
    'event: endpoint',
  ),
  fc.constantFrom(': comment', ':', '', '', 'other: x', 'data: größe 🦔'),
);

describe('an event stream', () => {
  test('an event stream contains the same messages however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(field, lineEnds)), fc.array(fc.nat()), (lines, cuts) => {
        const text = lines.map((line) => line.join('')).join('');
        const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
        const chunks = [0, ...places].map((start, index) => text.slice(start, places[index] ?? text.length));
        expect(read(chunks)).toEqual(read([text]));
      }),
    );
  });

  test('an event stream delivers the data of its messages, and placeholders to the other reader', () => {
    const text = 'id: 1\nretry: 5\ndata: {"a":\ndata: 1}\n\n: alive\n\nevent: message\ndata:two\n\n';
    expect(read([text])).toEqual({
      messages: ['{"a":\n1}', 'two'],
      passed: 'id: 1\nretry: 5\ndata: stand-in\n\n: alive\n\nevent: message\ndata: stand-in\n\n',
      oversized: 0,
      resumable: true,
    });
  });

  test.each([
    [
      'of another type passes as it is',
      'event: endpoint\ndata: /messages?id=1\n\n',
      'event: endpoint\ndata: /messages?id=1\n\n',
    ],
    ['without data passes as it is', 'id: 5\n\n', 'id: 5\n\n'],
    ['that stands for nothing loses its data', 'id: 5\ndata: nothing\n\n', 'id: 5\n\n'],
    ['that is not finished is held', 'data: x\n', ''],
  ])('an event %s', (_which, text, passed) => {
    expect(read([text]).passed).toBe(passed);
  });

  test.each([
    ['in one line', [`data: ${'x'.repeat(200)}`]],
    ['in many small pieces', Array.from({ length: 200 }, () => 'x')],
    ['in many lines', [...Array.from({ length: 100 }, () => 'data:\n'), '\n']],
    ['of a comment', [`: ${'x'.repeat(200)}`]],
  ])('an event over the limit %s is reported once and ends the reading', (_how, chunks) => {
    const told = read(['data: before\n\n', ...chunks, '\n\ndata: after\n\n'], 100);
    expect(told).toMatchObject({ messages: ['before'], oversized: 1 });
  });

  test('an event stream may be longer than the limit if its events are not', () => {
    expect(read([`: ${'c'.repeat(50)}\ndata: ${'x'.repeat(50)}\n\n`.repeat(1000)], 150)).toMatchObject({
      oversized: 0,
    });
  });
});
