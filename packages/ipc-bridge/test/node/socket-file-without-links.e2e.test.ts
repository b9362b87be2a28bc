import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connectAgent, serveAgent } from '@modegate/ipc-bridge/node';
import { createFakeAgent } from '@modegate/ipc-bridge/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

vi.mock('node:fs/promises', async (importOriginal) => ({
  ...(await importOriginal<typeof import('node:fs/promises')>()),
  link: () => Promise.reject(Object.assign(new Error('link EPERM'), { code: 'EPERM' })),
}));

test('a server creates its socket on a file system without hard links', async () => {
  const folder = await temporaryFolder();
  const address = { kind: 'socket', path: join(folder, 'agent.sock') } as const;
  const serve = () => serveAgent({ address, server: createFakeAgent({ dialect: 'official' }).server });
  const served = await serve();
  expect((await stat(address.path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['agent.sock']);
  await expect(serve()).rejects.toMatchObject({ code: 'ADDRESS_IN_USE' });
  const client = connectAgent({ address });
  onTestFinished(() => client.close());
  expect(await client.connect()).toMatchObject({ status: 'ready' });
  await served.close();
  expect(await readdir(folder)).toEqual([]);
});
