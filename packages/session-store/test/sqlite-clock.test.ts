import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSessions } from '@modegate/session-store';
import { openSqliteStore } from '@modegate/session-store/sqlite';
import { expect, onTestFinished, test } from 'vitest';

const hourMs = 3_600_000;

/** Two processes on one file; each has a clock of its own. */
function openTwo() {
  const folder = mkdtempSync(join(tmpdir(), 'mg-clock-'));
  const clocks = { one: 1_000 * hourMs, other: 1_000 * hourMs };
  const file = join(folder, 'sessions.db');
  const [store, second] = [openSqliteStore(file), openSqliteStore(file)];
  onTestFinished(() => {
    for (const each of [store, second]) void each.close();
    rmSync(folder, { recursive: true });
  });
  const limits = { messages: 5 };
  const one = createSessions({ store, clock: () => clocks.one, ttlMs: hourMs, limits });
  const other = createSessions({ store: second, clock: () => clocks.other, ttlMs: hourMs, limits });
  return { clocks, one, other };
}

test('a clock that is set back loses and reorders nothing, and does not shorten a session', async () => {
  const { clocks, one, other } = openTwo();
  const { id, expiresAt } = await one.create({ mode: 'code' });
  await one.addMessage(id, { role: 'user', text: 'before' });
  clocks.one -= 10 * hourMs;
  for (const text of ['a', 'b', 'c']) await one.addMessage(id, { role: 'user', text });
  await one.switchMode(id, { mode: 'ask' });
  const session = await other.get(id);
  expect(session.task.messages.map(({ text }) => text)).toEqual(['before', 'a', 'b', 'c']);
  expect(session.task.mode).toBe('ask');
  expect(session.expiresAt).toBe(expiresAt);
  expect((await one.sweep()).expired + (await other.sweep()).expired).toBe(0);
  clocks.other += hourMs - 1;
  expect((await other.peek(id)).id).toBe(id);
});

test('the earliest received entries are dropped, whatever their times say, and are counted', async () => {
  const { clocks, one } = openTwo();
  const { id } = await one.create({ mode: 'code' });
  for (let number = 1; number <= 8; number++) {
    clocks.one -= hourMs / 2;
    await one.addMessage(id, { role: 'user', text: `${number}` });
  }
  const { task } = await one.peek(id);
  expect(task.messages.map(({ text }) => text)).toEqual(['4', '5', '6', '7', '8']);
  expect(task.dropped.messages).toBe(3);
});

test('a sweeper whose clock is ahead does not keep the others from sweeping by their own clocks', async () => {
  const { clocks, one, other } = openTwo();
  const { id } = await one.create({ mode: 'code' });
  const unused = await one.create({ mode: 'code' });
  clocks.other += 1.5 * hourMs;
  expect((await other.sweep({ everyMs: hourMs })).expired).toBe(2);
  await expect(one.head(id)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  await expect(one.head(unused.id)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  const { id: next } = await one.create({ mode: 'code' });
  clocks.one += hourMs;
  expect((await one.sweep({ everyMs: hourMs })).expired).toBe(1);
  await expect(one.head(next)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
});
