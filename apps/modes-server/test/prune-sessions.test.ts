import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { createSessions } from '@modegate/session-store';
import { openSqliteStore } from '@modegate/session-store/sqlite';
import { expect, test } from 'vitest';
import { pruneSessions } from '../src/session-admin/prune-sessions.ts';
import { resolveSettings } from '../src/settings/settings.ts';

/** A store with one session that has expired, and a person who answers. */
async function openPlace(answer: string) {
  const sessionStorage = createFolder();
  const file = join(sessionStorage, 'sessions.db');
  const store = openSqliteStore(file);
  await createSessions({ store, clock: () => Date.now() - 600_000, ttlMs: 1_000 }).create({ mode: 'code' });
  await store.close();
  const asked: string[] = [];
  const write = (text: string) => void asked.push(text);
  const terminal = { isAttended: true, write, readLine: async () => answer };
  const settings = resolveSettings({ sessionStorage, globalConfigDir: createFolder() }, {});
  const count = async () => {
    const again = openSqliteStore(file);
    const found = await again.count();
    await again.close();
    return found;
  };
  return { settings, terminal, asked, count };
}

test.each([
  ['y', 0, 0],
  ['n', 1, 1],
  ['', 1, 1],
])('prune on a terminal asks first: the answer %j ends with %i, and %i sessions remain', async (answer, code, left) => {
  const { settings, terminal, asked, count } = await openPlace(answer);
  expect(await pruneSessions(settings, {}, terminal)).toBe(code);
  expect(asked).toEqual([expect.stringMatching(/^Remove 1 expired sessions and 0 ended tasks from .*\? \[y\/N\] $/)]);
  expect(await count()).toBe(left);
});

test('prune does not ask with --yes, without a terminal, or when there is nothing to remove', async () => {
  const { settings, terminal, asked, count } = await openPlace('n');
  expect(await pruneSessions(settings, { yes: true }, terminal)).toBe(0);
  expect(await pruneSessions(settings, {}, terminal)).toBe(0);
  const other = await openPlace('n');
  expect(await pruneSessions(other.settings, {}, { ...other.terminal, isAttended: false })).toBe(0);
  expect([asked, other.asked, await count(), await other.count()]).toEqual([[], [], 0, 0]);
});
