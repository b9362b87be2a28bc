import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createMemoryStore, createSessions } from '@modegate/session-store';
import { expect, test } from 'vitest';
import { createWorld } from './support/world.ts';

// servers F2
test('ended tasks free their places immediately, and the latest of them stay readable', async () => {
  const { sessions, store } = createWorld({ limits: { sessions: 3, endedSessions: 5 } });
  const ids: string[] = [];
  for (const status of Array.from({ length: 10 }, () => ['completed', 'failed', 'cancelled'] as const).flat()) {
    const { id } = await sessions.create({ mode: 'code' });
    await sessions.complete(id, { status });
    ids.push(id);
  }
  expect((await sessions.get(ids.at(-5) ?? '')).task.state).toBe('failed');
  await expect(sessions.get(ids.at(-6) ?? '')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
  expect(await store.count()).toBe(5);
});

test('a parent keeps the report of a child that was removed to make room', async () => {
  const { sessions } = createWorld({ limits: { endedSessions: 1 } });
  const parent = await sessions.create({ mode: 'a' });
  for (const result of ['one', 'two']) {
    const child = await sessions.create({ mode: 'b', parentSessionId: parent.id });
    await sessions.complete(child.id, { status: 'completed', result });
  }
  const { task } = await sessions.get(parent.id);
  expect(task.messages.map(({ text }) => text.split('\n').at(-1))).toEqual(['one', 'two']);
  expect(await sessions.hierarchy(parent.id)).toMatchObject({ children: [{ state: 'completed' }], omittedChildren: 1 });
});

test('open tasks that use all the bytes block another one until one of them ends', async () => {
  const { sessions } = createWorld({ limits: { bytes: 1_048_576 } });
  const create = () => sessions.create({ mode: 'code', initialMessage: 'x'.repeat(60_000) });
  const first = await create();
  const fill = async () => {
    for (;;) await create();
  };
  await expect(fill()).rejects.toMatchObject({
    code: 'SESSION_LIMIT',
    data: { limit: 'bytes', maximum: 1_048_576 },
  });
  await sessions.complete(first.id, { status: 'completed' });
  expect((await create()).task.state).toBe('pending');
});

// servers F3
test('stored bytes stay within the limit, the oldest history is dropped, and every task counts its losses', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heapBytes = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const bytes = 4 * 1_048_576;
  const sessions = createSessions({ store: createMemoryStore(), limits: { bytes, messageBytes: 16_384 } });
  const before = heapBytes();
  const ids: string[] = [];
  for (let task = 0; task < 50; task += 1) {
    const { id } = await sessions.create({ mode: 'm0' });
    ids.push(id);
    for (let at = 1; at <= 50; at += 1)
      await sessions.switchMode(id, { mode: `m${at}`, reason: receivedText(`→${task} ${at} ${'x'.repeat(5_000)}`) });
  }
  // 2,500 reasons of 10 kB are 25 MB.
  expect(heapBytes() - before).toBeLessThan(2 * bytes);
  const tasks = await Promise.all(ids.map(async (id) => (await sessions.get(id)).task));
  for (const { switches, dropped } of tasks) expect(switches.length + dropped.switches).toBe(50);
  const kept = tasks.flatMap(({ switches }) => switches.map(({ reason }) => reason?.split(' ', 2).join(' ')));
  expect(kept.length).toBeGreaterThan(200);
  expect(kept).toEqual(
    Array.from({ length: 2_500 }, (_, index) => `→${Math.floor(index / 50)} ${(index % 50) + 1}`).slice(-kept.length),
  );
});

// A text of its own, as one that arrives from outside, instead of pieces that texts share. The arrow makes it two bytes a character.
function receivedText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
