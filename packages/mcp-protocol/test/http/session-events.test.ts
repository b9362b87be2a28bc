import { expect, test } from 'vitest';
import { createSessionEvents, type SessionEvents } from '../../src/http/sessions/session-events.ts';

interface Sample {
  readonly jsonrpc: '2.0';
  readonly size: number;
}

const sample = (size: number): Sample => ({ jsonrpc: '2.0', size });
const keeping = (budget: { maxBytes: number; bytes: number }, maxEvents = 100): SessionEvents<Sample> =>
  createSessionEvents({ maxEvents, maxBytes: 10_000, budget, sizeOf: ({ size }) => size });

async function replayed({ store }: SessionEvents<Sample>, id: string): Promise<readonly number[]> {
  const sizes: number[] = [];
  await store.replayEventsAfter(id, { send: async (_id, { size }) => void sizes.push(size) });
  return sizes;
}

test('events of all sessions stay within the budget, and no session displaces those of another', async () => {
  const budget = { maxBytes: 5_000, bytes: 0 };
  const [one, other] = [keeping(budget), keeping(budget)];
  const first = await one.store.storeEvent('s', sample(1_000));
  await one.store.storeEvent('s', sample(2_000));
  const begin = await other.store.storeEvent('s', sample(1));
  for (let index = 0; index < 50; index += 1) await other.store.storeEvent('s', sample(1_500));
  expect(budget.bytes).toBeLessThanOrEqual(5_000);
  expect(await replayed(one, first)).toEqual([2_000]);
  expect(await replayed(other, begin)).toEqual([]);
  one.clear();
  await other.store.storeEvent('s', sample(1_600));
  expect(await replayed(other, begin)).toEqual([1_600]);
  other.clear();
  expect(budget.bytes).toBe(0);
});

test('an event above the limit of its session is not kept', async () => {
  const memory = keeping({ maxBytes: 1_000_000, bytes: 0 });
  const first = await memory.store.storeEvent('s', sample(1));
  await memory.store.storeEvent('s', sample(20_000));
  expect(await replayed(memory, first)).toEqual([]);
});
