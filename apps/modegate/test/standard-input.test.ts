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

test('gives what a descriptor gives, to its end', async () => {
  expect(await collectAll(standardInput(descriptor('a', 'b', '')))).toBe('ab');
});

test('goes on with the stream where the descriptor does not wait', async () => {
  expect(await collectAll(standardInput(descriptor(failure('EAGAIN')), stream))).toBe('rest');
  expect(await collectAll(standardInput(descriptor('a', failure('EAGAIN')), stream))).toBe('arest');
});

test('fails with the descriptor', async () => {
  await expect(collectAll(standardInput(descriptor('a', failure('EIO')), stream))).rejects.toThrow('EIO');
});
