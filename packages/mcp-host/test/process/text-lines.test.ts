import { createLineReader } from '@modegate/json-rpc/line-reader';
import { describe, expect, test } from 'vitest';
import { readableLine } from '../../src/transport/server-log.ts';

function read(...chunks: readonly string[]): string[] {
  const lines: string[] = [];
  const reader = createLineReader({
    maxLineBytes: 20,
    oversized: 'cut',
    onLine: (line) => line.kind !== 'oversized' && lines.push(line.text),
  });
  for (const chunk of chunks) {
    reader.push(Buffer.from(chunk));
    reader.drain();
  }
  reader.end();
  return lines;
}

describe('lines of a server log', () => {
  test('log lines end at line ends, wherever the chunks are cut', () => {
    expect(read('one\r\ntw', 'o\n\n  \nthree')).toEqual(['one', 'two', 'three']);
  });

  test('a log line that is too long is truncated, and the next line is complete', () => {
    expect(read(`${'x'.repeat(50)}`, `${'y'.repeat(50)}\nnext\n`)).toEqual(['x'.repeat(20), 'next']);
  });
});

describe('a line made readable', () => {
  test.each([
    ['\u001B[31mred\u001B[0m and \u001B[1;4mbold\u001B[m', 'red and bold'],
    ['\u001B]0;title\u0007text', 'text'],
    ['a\u0000b\tc\u009B', 'a b c'],
    ['  plain  ', 'plain'],
  ])('readableLine turns %j into %j', (line, readable) => {
    expect(readableLine(line)).toBe(readable);
  });

  test('readableLine returns at most about 1000 characters', () => {
    expect(readableLine('x'.repeat(1_000_000))).toBe(`${'x'.repeat(1000)}…`);
  });
});
