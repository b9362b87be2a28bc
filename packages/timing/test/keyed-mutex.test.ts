import { createKeyedMutex, createMutex } from '@modegate/timing';
import { describe, expect, test } from 'vitest';

describe('turns of a keyed mutex', () => {
  test('work of one key runs in the order of the calls, one at a time', async () => {
    const takeTurn = createKeyedMutex();
    const { log, work } = recorder();
    await Promise.all([takeTurn('a', work('first')), takeTurn('a', work('second')), takeTurn('a', work('third'))]);
    expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
  });

  test('work of another key does not wait', async () => {
    const takeTurn = createKeyedMutex();
    const { log, work } = recorder();
    await Promise.all([takeTurn('a', work('first')), takeTurn('b', work('other'))]);
    expect(log.slice(0, 2)).toEqual(['first begins', 'other begins']);
  });

  test('failed work does not hold up later work, and its caller learns why', async () => {
    const takeTurn = createKeyedMutex();
    const failed = takeTurn('a', () => Promise.reject(new Error('full disk')));
    const after = takeTurn('a', () => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('full disk');
    await expect(after).resolves.toBe('done');
  });

  test('work begins immediately if none is running', () => {
    const takeTurn = createKeyedMutex();
    const { log, work } = recorder();
    void takeTurn('a', work('first'));
    expect(log).toEqual(['first begins']);
  });
});

test('createMutex runs work in turns like a single key', async () => {
  const enqueue = createMutex();
  const { log, work } = recorder();
  await Promise.all([enqueue(work('first')), enqueue(work('second'))]);
  expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

function recorder(): { readonly log: string[]; readonly work: (name: string) => () => Promise<void> } {
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} begins`);
    await Promise.resolve();
    log.push(`${name} ends`);
  };
  return { log, work };
}
