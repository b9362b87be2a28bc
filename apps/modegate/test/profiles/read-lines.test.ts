import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readLines } from '../../src/profiles/read-lines.ts';

async function linesOf(chunks: readonly (Buffer | string)[]) {
  const lines = [];
  for await (const line of readLines(Readable.from(chunks))) lines.push(line);
  return lines;
}

test('readLines splits at line endings regardless of the chunks', async () => {
  const expected = ['a', '', 'bü', 'c'].map((text, at) => ({ number: at + 1, text }));
  const bytes = Buffer.from('a\n\r\nbü\nc');
  expect(await linesOf([bytes])).toEqual(expected);
  expect(await linesOf([...bytes].map((byte) => Buffer.from([byte])))).toEqual(expected);
  expect(await linesOf(['a\n', '\nbü', '\nc'])).toEqual(expected);
  expect(await linesOf([])).toEqual([]);
});

test('readLines returns no text for a line that is too long, and reads the next one', async () => {
  const part = 'x'.repeat(1024 * 1024);
  expect(await linesOf([part, part, part, part, 'x', '\nnext\n'])).toEqual([
    { number: 1, text: undefined },
    { number: 2, text: 'next' },
  ]);
});
