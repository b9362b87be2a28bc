import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtServer } from '../../apps/modes-server/test/support/built-server.ts';
import { connectHttp, type HttpWire } from '../../apps/modes-server/test/support/http-wire.ts';
import { createFolder, runScript, startHttpServer } from '../../packages/cli-kit/src/testing/index.ts';
import { root } from './support/places.ts';

const script = join(root, 'deploy/image/backup.mjs');
const flags = ['--max-tasks', '100000', '--session-storage'];
const where = () => ({ cwd: createFolder(), home: createFolder(), env: { MODEGATE_GATEWAY_MODE: 'off' } });

describe('a backup of the sessions', () => {
  test('a backup made during writes has everything acknowledged before, and a server can continue with it', async () => {
    const storage = createFolder();
    const { child, url, ended } = await startHttpServer(builtServer, [...flags, storage], where());
    const acknowledged: string[] = [];
    const state = { isOver: false };
    const writers = await Promise.all([1, 2, 3, 4].map(() => connectHttp(url)));
    const writing = writers.map(async (client) => {
      while (!state.isOver) acknowledged.push(await writeTask(client));
    });
    const copies = [];
    for (const name of ['1', '2', '3']) {
      await expect.poll(() => acknowledged.length).toBeGreaterThan(copies.length * 50 + 50);
      const known = [...acknowledged];
      const folder = createFolder();
      expect(await backUp(join(storage, 'sessions.db'), join(folder, 'sessions.db'))).toEqual([0, '']);
      copies.push({ name, folder, known });
    }
    state.isOver = true;
    await Promise.all(writing);
    child.kill('SIGKILL');
    await ended;
    for (const { folder, known } of copies) await expectRestored(folder, known);
  });

  test('a backup replaces no file and refuses a source that is not a database', async () => {
    const folder = createFolder({ 'there.db': 'kept', 'text.db': 'no database' });
    const copy = join(folder, 'copy.db');
    expect(await backUp(join(folder, 'text.db'), join(folder, 'there.db'))).toEqual([
      1,
      expect.stringMatching(/replaces nothing/),
    ]);
    expect(await backUp(join(folder, 'text.db'), copy)).toEqual([1, expect.stringMatching(/not a database/)]);
    expect(await backUp(join(folder, 'absent.db'), copy)).toEqual([1, expect.stringMatching(/is not there/)]);
    expect(existsSync(copy)).toBe(false);
  });

  test('a partial backup does not block the next one', async () => {
    const storage = createFolder();
    const { child, url, ended } = await startHttpServer(builtServer, [...flags, storage], where());
    const id = await writeTask(await connectHttp(url));
    child.kill('SIGTERM');
    await ended;
    const folder = createFolder();
    writeFileSync(join(folder, 'sessions.db.unfinished'), 'half');
    expect(await backUp(join(storage, 'sessions.db'), join(folder, 'sessions.db'))).toEqual([0, '']);
    await expectRestored(folder, [id]);
  });
});

/** Creates a task and switches its mode; resolves once both are acknowledged. */
async function writeTask(client: HttpWire): Promise<string> {
  const { session_id: id } = (await client.call('create_task', { mode_slug: 'code' })).structuredContent;
  const switched = await client.call('switch_mode', { session_id: id, new_mode_slug: 'ask' });
  expect(switched.structuredContent).toMatchObject({ new_mode: 'ask' });
  return id;
}

async function backUp(from: string, to: string): Promise<readonly [number | null, string]> {
  const { code, stderr } = await runScript(script, [from, to], where());
  // Up to 24.14 Node warns of its SQLite.
  return [code, stderr.replaceAll(/^.*(ExperimentalWarning|--trace-warnings).*\n/gm, '')];
}

async function expectRestored(storage: string, known: readonly string[]): Promise<void> {
  const { child, url, ended } = await startHttpServer(builtServer, [...flags, storage], where());
  const client = await connectHttp(url);
  for (const id of known) {
    const found = (await client.call('get_task_info', { session_id: id })).structuredContent;
    expect(found).toMatchObject({ mode: 'ask' });
  }
  await writeTask(client);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}
