import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, startHttpServer } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { builtServer, runServer } from './support/built-server.ts';
import { projectFiles } from './support/client-files.ts';
import { connectHttp } from './support/http-wire.ts';

describe('install --url', () => {
  test('install --url writes working entries with the token only in a variable, not in a file', async () => {
    const place = { cwd: createFolder(), home: createFolder(), env: { MODEGATE_GATEWAY_MODE: 'off' } };
    const token = (await runServer(['token', 'add', 'ci', '--modes', 'code'], place)).stdout.trim();
    const { child, url, ended } = await startHttpServer(builtServer, [], place);
    for (const [client, [path, rootKey]] of Object.entries(projectFiles)) {
      const flags = [
        '--client',
        client,
        '--scope',
        'project',
        '--url',
        `${url}/code`,
        '--token-variable',
        'MODES_TOKEN',
      ];
      expect(await runServer(['install', ...flags], place)).toMatchObject({ code: 0, stderr: '' });
      const text = readFileSync(join(place.cwd, path), 'utf8');
      expect(text).not.toContain(token);
      const entry = JSON.parse(text)[rootKey].modegate;
      const headers = { Authorization: entry.headers.Authorization.replace(/\$?\{(env:)?MODES_TOKEN\}/, token) };
      expect((await connectHttp(entry.url, headers)).status).toBe(200);
      expect((await connectHttp(entry.url, entry.headers)).status).toBe(400);
    }
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test.each([
    ['http://modes.example/mcp', true],
    ['https://modes.example/mcp', false],
    ['http://127.0.0.1:8080/mcp', false],
    ['http://[::1]:8080/mcp', false],
    ['http://localhost:8080/mcp', false],
  ])('install --url %s warns that others can read the token: %s', async (url, isSaid) => {
    const flags = ['--client', 'cursor', '--url', url, '--token-variable', 'MODES_TOKEN'];
    const { code, stdout } = await runServer(['install', ...flags], { cwd: createFolder(), home: createFolder() });
    expect([code, /can read the token/.test(stdout)]).toEqual([0, isSaid]);
  });

  test.each([
    [1, ['--client', 'claude-desktop', '--url', 'https://x/mcp'], /does not support URLs/],
    [2, ['--client', 'roo', '--token-variable', 'T'], /--token-variable needs --url/],
    [2, ['--client', 'roo', '--url', 'https://x/mcp', '--mode', 'code'], /--mode has no effect/],
    [1, ['--client', 'roo', '--url', 'https://ann:pw@x/mcp'], /have a host but no user/],
  ])('install ends with %d and the reason: %j', async (exitCode, flags, why) => {
    const { code, stderr } = await runServer(['install', ...flags], { cwd: createFolder(), home: createFolder() });
    expect([code, stderr]).toEqual([exitCode, expect.stringMatching(why)]);
  });
});
