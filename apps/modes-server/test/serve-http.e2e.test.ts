import { once } from 'node:events';
import { createFolder, startHttpServer, startScript } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { builtServer, runServer } from './support/built-server.ts';
import { connectHttp, initialize, post } from './support/http-wire.ts';

const where = () => ({ cwd: createFolder(), home: createFolder(), env: { MODEGATE_GATEWAY_MODE: 'off' } });

describe('modes-server serve --http', () => {
  test('serve --http prints its address, serves there, and ends with 0 on SIGTERM', async () => {
    const { child, url, stdout, ended } = await startHttpServer(builtServer, [], where());
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    const client = await connectHttp(`${url}/code`);
    const { session_id } = (await client.call('create_task', { mode_slug: 'code' })).structuredContent;
    const judged = await client.call('validate_tool_use', { session_id, tool_name: 'read_file', file_path: 'a.ts' });
    expect(judged.structuredContent).toMatchObject({ allowed: true, mode: 'code' });
    expect(await (await fetch(url.replace('/mcp', '/readyz'))).text()).toBe('ready\n');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(stdout()).toBe('');
  });

  test('serve --http with --session-storage keeps sessions across a restart, but not connections', async () => {
    const place = where();
    const flags = ['--session-storage', createFolder()];
    const first = await startHttpServer(builtServer, flags, place);
    const before = await connectHttp(first.url);
    const { session_id } = (await before.call('create_task', { mode_slug: 'code' })).structuredContent;
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await startHttpServer(builtServer, flags, place);
    const after = await connectHttp(second.url);
    expect((await after.call('get_task_info', { session_id })).structuredContent).toMatchObject({ mode: 'code' });
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  test('serve --http requires a token once one exists, separates tasks, and rejects a revoked token', async () => {
    const place = where();
    const add = async (name: string, modes: string) => {
      const { code, stdout } = await runServer(['token', 'add', name, '--modes', modes], place);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^\S+\n$/)]);
      return { Authorization: `Bearer ${stdout.trim()}` };
    };
    const [ann, bob] = [await add('ann', '*'), await add('bob', 'a*')];
    const { child, url, stderr, ended } = await startHttpServer(builtServer, [], place);
    expect((await post(url, initialize)).status).toBe(401);
    expect((await post(url, initialize, { Authorization: 'Bearer mgt_guess' })).status).toBe(401);
    const twice = { Authorization: [ann.Authorization, bob.Authorization] };
    expect((await post(url, initialize, twice as never)).status).toBe(400);
    const [annsClient, bobsClient] = [await connectHttp(url, ann), await connectHttp(`${url}/ask`, bob)];
    const { session_id } = (await annsClient.call('create_task', { mode_slug: 'code' })).structuredContent;
    const foreign = await bobsClient.call('get_task_info', { session_id });
    expect(foreign.structuredContent.error).toMatchObject({ name: 'TASK_NOT_FOUND' });
    expect((await post(`${url}/code`, initialize, bob)).status).toBe(403);
    expect((await runServer(['token', 'revoke', 'bob'], place)).code).toBe(0);
    expect((await post(`${url}/ask`, initialize, bob)).status).toBe(401);
    expect(stderr()).not.toContain(ann.Authorization.slice('Bearer '.length));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test.each([
    [['--http', '0.0.0.0:0'], /nothing restricts what they may do.*in the auth section/],
    [['--http', '[::]:0'], /nothing restricts what they may do/],
    [['--http', 'modes.example:80'], /nothing restricts what they may do/],
    [['--http', '70000'], /--http must be a port from 0 to 65535, or host:port/],
    [['--http', 'localhost'], /--http must be a port/],
    [['--http', '0', '--http-limit', 'max_sesions=1'], /Did you mean 'max_sessions'/],
    [['--http', '0', '--http-limit', 'max_sessions=0'], /must be an integer from 1 to 100000/],
    [['--http', '0', '--mode', 'nope'], /--mode: /],
  ])('serve %j ends with 2 and the reason', async (flags, why) => {
    const { code, stderr } = await runServer(['serve', ...flags], where());
    expect([code, stderr]).toEqual([2, expect.stringMatching(why)]);
  });

  test('serve --http with a used port ends with 1', async () => {
    const { child, url, ended } = await startHttpServer(builtServer, [], where());
    const { code, stderr } = await runServer(['serve', '--http', new URL(url).port], where());
    expect([code, stderr]).toEqual([1, expect.stringContaining('another program is already listening there')]);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test('serve without --http uses stdin and stdout', async () => {
    const child = startScript(builtServer, ['serve'], where());
    child.stdin.end();
    child.stdout.resume();
    child.stderr.resume();
    expect(await once(child, 'close')).toEqual([0, null]);
  });
});
