import { spawnSync } from 'node:child_process';
import { createFolder } from '@modegate/cli-kit/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runServer } from './support/built-server.ts';
import { connectWire } from './support/wire-client.ts';

const storage = createFolder();
const mount = (...options: readonly string[]) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', storage]).status === 0;
let isMounted = false;

beforeAll(() => {
  isMounted = mount('size=2m');
});

afterAll(() => {
  if (isMounted) spawnSync('umount', ['-l', storage]);
});

test('two servers on a full disk report it, keep acknowledged data, answer reads, and write again later', {
  timeout: 120_000,
}, async ({ skip }) => {
  if (!isMounted) skip('Only root may mount a small disk.');
  const where = { cwd: createFolder(), home: createFolder() };
  const flags = ['--session-storage', storage, '--max-tasks', '1000'];
  const servers = await Promise.all([connectWire(flags, where), connectWire(flags, where)]);
  const acknowledged: string[] = [];
  const failures = await Promise.all(
    servers.map(async (server) => {
      for (;;) {
        const { isError, structuredContent, content } = await server.call('create_task', {
          mode_slug: 'code',
          initial_message: 'x'.repeat(5_000),
        });
        if (isError === true) return content[0].text as string;
        acknowledged.push(structuredContent.session_id);
      }
    }),
  );
  const ids = failures.map((text) => /details under (\S+)\.$/.exec(text)?.[1] ?? text);
  for (const [index, id] of ids.entries())
    expect(servers[index]?.stderr()).toMatch(
      new RegExp(`ERROR .*${id}.*cannot be used at the moment: the disk is full`),
    );
  expect(acknowledged.length).toBeGreaterThan(10);

  const check = async () => {
    for (const session_id of acknowledged)
      for (const server of servers) {
        const info = await server.call('get_task_info', { session_id, include_messages: true });
        expect(info.structuredContent?.messages?.[0].text, JSON.stringify(info)).toHaveLength(5_000);
      }
  };
  await check();
  const [one, other] = servers as [(typeof servers)[0], (typeof servers)[0]];
  expect((await one.call('list_modes')).isError).not.toBe(true);
  // What cannot be kept is not allowed.
  const question = { session_id: acknowledged[0], tool_name: 'read_file', file_path: 'x'.repeat(900) };
  let refused = await one.call('validate_tool_use', question);
  for (let asked = 0; refused.isError !== true && asked < 500; asked++)
    refused = await one.call('validate_tool_use', question);
  expect(refused.content[0].text).toContain('Internal error');
  const list = await runServer(['sessions', 'list', '--json', ...flags], where);
  expect(JSON.parse(list.stdout).sessions).toHaveLength(acknowledged.length);

  expect(mount('remount', 'size=16m')).toBe(true);
  for (const server of [one, other]) {
    const made = await server.call('create_task', { mode_slug: 'code', initial_message: 'y'.repeat(5_000) });
    expect(made.isError).not.toBe(true);
    expect((await server.call('validate_tool_use', question)).isError).not.toBe(true);
  }
  await check();
  one.child.kill('SIGKILL');
  await one.ended;
  await other.end();
  const after = await runServer(['sessions', 'list', '--json', ...flags], where);
  expect(JSON.parse(after.stdout).sessions).toHaveLength(acknowledged.length + 2);
});
