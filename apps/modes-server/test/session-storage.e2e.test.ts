import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createFolder } from '@modegate/cli-kit/testing';
import { expect, test } from 'vitest';
import { runServer } from './support/built-server.ts';
import { connectWire } from './support/wire-client.ts';

const openPlace = () => {
  const project = createFolder();
  return { where: { cwd: project, home: createFolder() }, storage: join(createFolder(), 'kept') };
};

test('a task continues after a kill with its mode and history, and a second server works on it, too', async () => {
  const { where, storage } = openPlace();
  const flags = ['--session-storage', storage];
  const first = await connectWire(flags, where);
  const created = await first.call('create_task', { mode_slug: 'code', initial_message: 'Begin' });
  const { session_id } = created.structuredContent;
  await first.call('switch_mode', { session_id, new_mode_slug: 'ask', reason: 'To look' });
  first.child.kill('SIGKILL');
  await first.ended;

  const [second, third] = await Promise.all([connectWire(flags, where), connectWire(flags, where)]);
  const info = await second.call('get_task_info', { session_id, include_messages: true });
  expect(info.structuredContent).toMatchObject({ mode: 'ask' });
  expect(JSON.stringify(info.structuredContent)).toContain('Begin');
  await third.call('complete_task', { session_id, status: 'completed', result: 'Done' });
  const after = await second.call('get_task_info', { session_id });
  expect(after.structuredContent).toMatchObject({ state: 'completed' });
  expect(await Promise.all([second.end(), third.end()])).toEqual([0, 0]);
});

test('answers are in the trail after the input ends, after a signal, and after a kill following a switch', async () => {
  const { where, storage } = openPlace();
  const flags = ['--session-storage', storage];
  const ways: [string, (client: Awaited<ReturnType<typeof connectWire>>, session_id: string) => Promise<unknown>][] = [
    ['input', (client) => client.end()],
    ['signal', async ({ child, ended }) => [child.kill('SIGTERM'), await ended]],
    [
      'kill',
      async ({ call, child, ended }, session_id) => {
        await call('switch_mode', { session_id, new_mode_slug: 'ask' });
        child.kill('SIGKILL');
        await ended;
      },
    ],
  ];
  const kept: string[] = [];
  for (const [way, end] of ways) {
    const client = await connectWire(flags, where);
    const { session_id } = (await client.call('create_task', { mode_slug: 'code' })).structuredContent;
    // The first makes the task active.
    for (const file_path of ['1', '2', '3'])
      await client.call('validate_tool_use', { session_id, tool_name: 'read_file', file_path });
    await end(client, session_id);
    kept.push(`${way} ${session_id}`);
  }
  const reader = await connectWire(flags, where);
  for (const each of kept) {
    const session_id = each.split(' ')[1];
    const { structuredContent } = await reader.call('get_task_info', { session_id, include_audit: true });
    expect(structuredContent.decisions, each).toHaveLength(3);
  }
  expect(await reader.end()).toBe(0);
});

test.skipIf(process.platform === 'win32')('only the owner can read the stored sessions', async () => {
  const { where, storage } = openPlace();
  const client = await connectWire(['--session-storage', storage], where);
  await client.call('create_task', { mode_slug: 'code' });
  for (const name of ['sessions.db', 'sessions.db-wal'])
    expect(statSync(join(storage, name)).mode & 0o777, name).toBe(0o600);
  await client.end();
});

test('an unusable session storage ends the server with 2 and the reason, and a foreign file is unchanged', async () => {
  const { where } = openPlace();
  const folder = createFolder();
  const file = join(folder, 'sessions.db');
  writeFileSync(file, 'not a database, and somebody needs it. '.repeat(50));
  const { code, stderr } = await runServer(['--session-storage', folder], where);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`The sessions in ${file} cannot be read`)]);
  expect(statSync(file).size).toBe(39 * 50);

  const below = join(file, 'folder');
  expect((await runServer(['--session-storage', below], where)).code).toBe(2);
  expect(existsSync(below)).toBe(false);
});

test.each<[string, (file: string) => void, string]>([
  [
    'a later version wrote',
    (file) => {
      const database = new DatabaseSync(file);
      database.exec('PRAGMA user_version = 99');
      database.close();
    },
    'A later version of Modegate wrote',
  ],
  [
    'is damaged',
    (file) => writeFileSync(file, readFileSync(file).fill(0xa5, 100, 4_096)),
    'To start with an empty store, move the file and its -wal and -shm files elsewhere',
  ],
])('a session file that %s ends the server and the commands with 2, and stays unchanged', async (_, spoil, message) => {
  const { where, storage } = openPlace();
  const flags = ['--session-storage', storage];
  const client = await connectWire(flags, where);
  await client.call('create_task', { mode_slug: 'code' });
  await client.end();
  const file = join(storage, 'sessions.db');
  spoil(file);
  const before = readFileSync(file);
  for (const args of [flags, ['sessions', 'list', ...flags], ['sessions', 'prune', ...flags]]) {
    const { code, stdout, stderr } = await runServer(args, where);
    expect([code, stdout, stderr], args.join(' ')).toEqual([2, '', expect.stringContaining(message)]);
  }
  expect(readFileSync(file).equals(before)).toBe(true);
});
