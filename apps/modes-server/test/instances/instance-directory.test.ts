import type { Instance } from '@modegate/session-store/postgres';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createInstanceDirectory, INSTANCE_TIMEOUT_MS } from '../../src/instances/instance-directory.ts';

/** A store of instances in memory, and a directory over it whose time the test moves. */
async function openDirectory() {
  const rows = new Map<string, Instance>();
  let isAway = false;
  let reads = 0;
  const available = (): void => {
    if (isAway) throw new Error('The database is away');
  };
  const beat = (id: string, address: string): void => {
    rows.set(id, { id, address, beat: String(Number(rows.get(id)?.beat ?? 0) + 1) });
  };
  const gone: string[] = [];
  const errors: unknown[] = [];
  const directory = createInstanceDirectory({
    id: 'own',
    instances: {
      all: async () => {
        available();
        reads += 1;
        return [...rows.values()];
      },
      beat: async (id, address) => {
        available();
        beat(id, address);
        return [...rows.values()];
      },
      remove: async (id, seen) => {
        if (seen === undefined || rows.get(id)?.beat === seen) rows.delete(id);
      },
    },
    now: () => performance.now(),
    onGone: (id) => void gone.push(id),
    onError: (error) => void errors.push(error),
  });
  await directory.start('127.0.0.1:1');
  onTestFinished(directory.stop);
  return {
    directory,
    rows,
    gone,
    errors,
    beat,
    reads: () => reads,
    setAway: (now: boolean) => {
      isAway = now;
    },
  };
}

/** Lets time pass, with an instance that says every second that it runs. */
async function pass(ms: number, keepAlive: () => void = () => undefined): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    keepAlive();
    await vi.advanceTimersByTimeAsync(1_000);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('instances of one service', () => {
  test('an instance whose counter advances is found at its current address', async () => {
    const { directory, beat } = await openDirectory();
    beat('other', '127.0.0.1:2');
    expect(await directory.find('other')).toBe('127.0.0.1:2');
    await pass(3 * INSTANCE_TIMEOUT_MS, () => beat('other', '127.0.0.1:3'));
    expect(await directory.find('other')).toBe('127.0.0.1:3');
  });

  test('an instance whose counter stops has ended, which is reported once to all who wait', async () => {
    const { directory, beat, gone } = await openDirectory();
    beat('other', '127.0.0.1:2');
    await pass(INSTANCE_TIMEOUT_MS);
    expect(await directory.find('other')).toBe('127.0.0.1:2');
    await pass(3 * INSTANCE_TIMEOUT_MS);
    expect([await directory.find('other'), gone]).toEqual([undefined, ['other']]);
  });

  test('an instance that was stopped and continues is found again', async () => {
    const { directory, beat } = await openDirectory();
    beat('other', '127.0.0.1:2');
    await pass(2 * INSTANCE_TIMEOUT_MS);
    expect(await directory.find('other')).toBeUndefined();
    beat('other', '127.0.0.1:2');
    await pass(2_000);
    expect(await directory.find('other')).toBe('127.0.0.1:2');
  });

  test('the instance directory does not depend on the clock of the machine', async () => {
    const { directory, beat, gone } = await openDirectory();
    beat('other', '127.0.0.1:2');
    await pass(2_000, () => beat('other', '127.0.0.1:2'));
    vi.setSystemTime(Date.now() - 86_400_000);
    await pass(2_000, () => beat('other', '127.0.0.1:2'));
    vi.setSystemTime(Date.now() + 2 * 86_400_000);
    await pass(2_000, () => beat('other', '127.0.0.1:2'));
    expect([await directory.find('other'), gone]).toEqual(['127.0.0.1:2', []]);
  });

  test('no instance counts as ended while the database is unavailable, and an unknown one is an error', async () => {
    const { directory, beat, setAway, gone, errors } = await openDirectory();
    beat('other', '127.0.0.1:2');
    await pass(2_000, () => beat('other', '127.0.0.1:2'));
    setAway(true);
    await pass(3 * INSTANCE_TIMEOUT_MS);
    expect(await directory.find('other')).toBe('127.0.0.1:2');
    await expect(directory.find('unknown')).rejects.toThrow('away');
    setAway(false);
    await pass(INSTANCE_TIMEOUT_MS, () => beat('other', '127.0.0.1:2'));
    expect([await directory.find('other'), gone]).toEqual(['127.0.0.1:2', []]);
    expect(errors.length).toBeGreaterThan(0);
  });

  test('rows of ended instances are removed, and so is the own row on stop', async () => {
    const { directory, beat, rows } = await openDirectory();
    beat('other', '127.0.0.1:2');
    await pass(90_000);
    expect([...rows.keys()]).toEqual(['own']);
    await directory.stop();
    expect([...rows.keys()]).toEqual([]);
  });

  test('concurrent searches for unknown instances share one query', async () => {
    const { directory, reads } = await openDirectory();
    const found = await Promise.all(Array.from({ length: 500 }, (_, number) => directory.find(`guess ${number}`)));
    expect([found.every((one) => one === undefined), reads()]).toEqual([true, 1]);
  });
});
