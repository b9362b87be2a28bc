import type * as files from 'node:fs/promises';
import { mkdir, readdir, rename, utimes } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serveAgent } from '@modegate/ipc-bridge/node';
import { createFakeAgent } from '@modegate/ipc-bridge/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

// The second server removes the lock when the first one has taken it, and looks at the stale socket before the first one has removed that.
vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof files>();
  let removals = 0;
  return {
    ...real,
    rmdir: async (path: string) => {
      removals += 1;
      await wait(removals === 2 ? 60 : 20);
      await real.rmdir(path);
    },
    unlink: async (path: string) => {
      await wait(120);
      await real.unlink(path);
    },
  };
});

test('only one of two servers that find a stale lock next to a stale socket file gets the socket', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'agent.sock');
  await leaveStaleSocket(path);
  await mkdir(`${path}.lock`);
  await utimes(`${path}.lock`, 1, 1);
  const serve = async () => {
    const { server } = createFakeAgent({ dialect: 'official' });
    const served = await serveAgent({ address: { kind: 'socket', path }, server });
    onTestFinished(() => served.close());
  };
  const results = await Promise.allSettled([serve(), serve()]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await readdir(folder)).toEqual(['agent.sock']);
});

// Closing removes the path that a server was bound to, and no other.
async function leaveStaleSocket(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(`${path}.bound`, resolve);
  });
  await rename(`${path}.bound`, path);
  await new Promise((resolve) => server.close(resolve));
}
