import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, type RunEnvironment, runScript, startHttpServer, writeInto } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { createHookProject } from '../../../test/support/hook-project.ts';
import { builtServer, runServer } from './support/built-server.ts';
import { post } from './support/http-wire.ts';

const modegate = join(import.meta.dirname, '../../modegate/dist/cli.js');

function createPlace(): RunEnvironment {
  return { cwd: createHookProject(), home: createFolder(), env: { MODEGATE_GATEWAY_MODE: 'off' } };
}

/** The handler as it stands in Claude Code's file. */
function readHandler({ cwd }: RunEnvironment) {
  const { hooks } = JSON.parse(readFileSync(join(cwd, '.claude/settings.local.json'), 'utf8'));
  return hooks.PreToolUse[0].hooks[0];
}

function writeTo(path: string, { cwd }: RunEnvironment): object {
  const call = { tool_name: 'Write', tool_input: { file_path: join(cwd, path) } };
  return { hook_event_name: 'PreToolUse', cwd, ...call };
}

describe('`modegate hook install --url`, and `modes-server serve --http` behind it', () => {
  test('hook install --url enforces a mode in Claude Code, which doctor proves, also with a token', async () => {
    const place = createPlace();
    const { code, stdout: token } = await runServer(['token', 'add', 'me', '--hooks', '--modes', 'docs'], place);
    expect(code).toBe(0);
    const { child, url, ended } = await startHttpServer(builtServer, [], place);
    const run = (args: readonly string[], env = {}) =>
      runScript(modegate, ['hook', ...args], { ...place, env: { ...place.env, ...env } });
    const install = ['install', '--client', 'claude-code', '--mode', 'docs', '--url', url];
    const installed = await run(install);
    expect(installed).toMatchObject({ code: 0, stderr: '' });
    expect(installed.stdout).toContain('Put it into the variable MODEGATE_TOKEN');
    // V9: what it means is said, with the way out.
    expect(installed.stdout).toMatch(/If the machine has other users, .* install the hook with --socket instead/);
    const handler = readHandler(place);
    expect(handler).toEqual({
      type: 'http',
      url: `${new URL(url).origin}/hooks/claude-code/docs?project=${encodeURIComponent(place.cwd)}`,
      headers: { Authorization: 'Bearer ${MODEGATE_TOKEN}' },
      allowedEnvVars: ['MODEGATE_TOKEN'],
      timeout: 30,
      onFailure: 'block',
    });
    const headers = { Authorization: `Bearer ${token.trim()}` };
    const refused = await post(handler.url, writeTo('src/a.ts', place), headers);
    expect(refused.json.hookSpecificOutput.permissionDecisionReason).toContain(
      '(FILE_RESTRICTED; project .roomodes:7 ',
    );
    expect((await post(handler.url, writeTo('docs/a.md', place), headers)).json).toEqual({});
    expect((await post(handler.url, writeTo('docs/a.md', place))).status).toBe(401);

    const tokenThere = { MODEGATE_TOKEN: token.trim() };
    const proved = await run(['doctor'], tokenThere);
    expect(proved.stdout).toContain('A forbidden write is refused');
    expect(proved.stdout).toContain('An allowed call runs');
    expect(proved).toMatchObject({ code: 0 });
    const without = await run(['doctor']);
    expect([without.code, without.stdout]).toEqual([1, expect.stringContaining('HTTP status 401')]);
    expect((await run(['status'])).stdout).toContain('claude-code: in ');
    expect((await run(install)).stdout).toContain('nothing to change');

    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    const down = await run(['doctor'], tokenThere);
    expect([down.code, down.stdout]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);

    // The one takes the place of the other.
    expect((await run(['install', '--client', 'claude-code', '--mode', 'docs'])).code).toBe(0);
    expect(readHandler(place)).toMatchObject({ type: 'command' });
    expect((await run(install)).code).toBe(0);
    expect((await run(['uninstall', '--client', 'claude-code'])).code).toBe(0);
    expect((await run(['status'])).code).toBe(1);
  });

  test.skipIf(process.platform === 'win32')(
    'V9: hook install --socket uses a Unix socket without a token, and denies while it is down',
    async () => {
      const place = createPlace();
      const socket = join(createFolder(), 'hooks.sock');
      const { child, ended } = await startHttpServer(builtServer, ['--hook-socket', socket], place);
      const install = ['hook', 'install', '--client', 'claude-code', '--mode', 'docs', '--socket', socket];
      expect(await runScript(modegate, install, place)).toMatchObject({ code: 0, stderr: '' });
      const proved = await runScript(modegate, ['hook', 'doctor'], place);
      expect(proved).toMatchObject({ code: 0, stdout: expect.stringContaining('A forbidden write is refused') });
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      const down = await runScript(modegate, ['hook', 'doctor'], place);
      expect([down.code, down.stdout]).toEqual([1, expect.stringContaining('Every call is refused')]);
    },
  );

  test('doctor sends nothing to a hook entry with the address of another machine', async () => {
    const place = createPlace();
    const evil = { type: 'http', url: 'http://modes.example/hooks/claude-code', allowedEnvVars: ['HOME'] };
    const settings = { hooks: { PreToolUse: [{ matcher: '*', hooks: [evil] }] } };
    writeInto(place.cwd, '.claude/settings.local.json', JSON.stringify(settings));
    const { code, stdout } = await runScript(modegate, ['hook', 'doctor'], place);
    expect([code, stdout]).toEqual([1, expect.stringContaining('No Modegate hook is installed here')]);
  });

  test.each([
    [['--client', 'codex', '--url', 'http://127.0.0.1:1'], /'--url' is only for Claude Code/],
    [['--client', 'opencode', '--url', 'http://127.0.0.1:1'], /'--url' is only for Claude Code/],
    [
      ['--client', 'claude-code', '--url', '127.0.0.1:1'],
      /such as http:\/\/127\.0\.0\.1:8931; received '127\.0\.0\.1:1'/,
    ],
    [['--client', 'claude-code', '--url', 'http://127.0.0.1:1/other'], /expects the address of modes-server/],
    [['--client', 'claude-code', '--url', 'https://modes.example'], /expects an address of this machine/],
    [['--client', 'claude-code', '--url', 'http://127.0.0.1.evil.example'], /expects an address of this machine/],
    [['--client', 'claude-code', '--url', 'http://127.0.0.1:1', '--token-env', 'a-b'], /'--token-env' expects/],
    [['--client', 'codex', '--socket', '/tmp/a'], /'--socket' is only for Claude Code/],
    [['--client', 'claude-code', '--socket', '/tmp/a', '--url', 'http://127.0.0.1:1'], /Use only one of them/],
    [['--client', 'claude-code', '--token-env', 'A'], /needs '--url'/],
    [['--client', 'claude-code', '--url', 'http://127.0.0.1:1', '--scope', 'global'], /for only one project/],
    [
      ['--client', 'claude-code', '--url', 'http://127.0.0.1:1', '--audit-log', 'a.jsonl'],
      /pass the option to modes-server/,
    ],
  ])('hook install %j ends with 2 and the reason', async (flags, why) => {
    const { code, stderr } = await runScript(modegate, ['hook', 'install', ...flags], createPlace());
    expect([code, stderr]).toEqual([2, expect.stringMatching(why)]);
  });

  test('hooks over HTTP are not served where other machines are accepted', async () => {
    const place = createPlace();
    expect((await runServer(['token', 'add', 'me', '--modes', '*'], place)).code).toBe(0);
    const beyond = ['--http', '0.0.0.0:0', '--allowed-host', '127.0.0.1'];
    const { child, url, ended } = await startHttpServer(builtServer, beyond, place);
    const { port } = new URL(url);
    expect((await post(`http://127.0.0.1:${port}/hooks/claude-code`, {})).status).toBe(404);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
