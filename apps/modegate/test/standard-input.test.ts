import { expect, test } from 'vitest';
import { type ReadPiece, standardInput } from '../src/hook/standard-input.ts';

/** A descriptor that gives these pieces, and fails where one is an error. */
function descriptor(...pieces: readonly (string | Error)[]): ReadPiece {
  const left = [...pieces];
  return async (into) => {
    const next = left.shift() ?? '';
    if (next instanceof Error) throw next;
    return into.write(next);
  };
}

async function collectAll(pieces: AsyncIterable<Uint8Array | string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += Buffer.from(piece as Uint8Array).toString();
  return text;
}

const failure = (code: string): Error => Object.assign(new Error(code), { code });

async function* stream(): AsyncGenerator<string> {
  yield 'rest';
}

test('standardInput reads a descriptor to its end', async () => {
  expect(await collectAll(standardInput(descriptor('a', 'b', '')))).toBe('ab');
});

test('standardInput falls back to the stream if the descriptor does not block', async () => {
  expect(await collectAll(standardInput(descriptor(failure('EAGAIN')), stream))).toBe('rest');
  expect(await collectAll(standardInput(descriptor('a', failure('EAGAIN')), stream))).toBe('arest');
});

test('standardInput fails if the descriptor fails', async () => {
  await expect(collectAll(standardInput(descriptor('a', failure('EIO')), stream))).rejects.toThrow('EIO');
});
