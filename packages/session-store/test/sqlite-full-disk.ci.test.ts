import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSessions, isSessionError } from '@modegate/session-store';
import { openSqliteStore } from '@modegate/session-store/sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'mg-full-'));
const mount = (...options: readonly string[]) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', folder]).status === 0;
let isMounted = false;

beforeAll(() => {
  isMounted = mount('size=400k');
});

afterAll(() => {
  if (isMounted) spawnSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

test('a write on a full disk fails and leaves nothing half done, and works again once there is room', async ({
  skip,
}) => {
  if (!isMounted) skip('Only root may mount a small disk.');
  const file = join(folder, 'sessions.db');
  const store = openSqliteStore(file);
  const sessions = createSessions({ store });
  const acknowledged: string[] = [];
  const create = async () => {
    const { id } = await sessions.create({ mode: 'code', initialMessage: 'x'.repeat(5_000) });
    acknowledged.push(id);
  };
  const failure = await repeatUntilError(create);
  expect(isSessionError(failure, 'STORE_UNAVAILABLE'), String(failure)).toBe(true);
  expect(String(failure)).toMatch(/disk is full/);
  expect(acknowledged.length).toBeGreaterThan(3);
  expect(await store.count()).toBe(acknowledged.length);
  // Nothing can be noted, everything can be read: by this process, and by one that comes now.
  for (const id of acknowledged) expect((await sessions.get(id)).task.initialMessage?.length).toBe(5_000);
  const [last = ''] = acknowledged.slice(-1);
  expect((await sessions.list()).sessions).toHaveLength(acknowledged.length);
  const second = openSqliteStore(file);
  expect((await createSessions({ store: second }).head(last)).id).toBe(last);
  await second.close();

  expect(mount('remount', 'size=4m')).toBe(true);
  await create();
  await store.close();
  const again = openSqliteStore(file);
  for (const id of acknowledged) expect((await again.head(id))?.task.initialMessage?.length).toBe(5_000);
  await again.close();
});

async function repeatUntilError(act: () => Promise<void>): Promise<unknown> {
  for (;;) {
    try {
      await act();
    } catch (error) {
      return error;
    }
  }
}
