import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { runServer } from './support/built-server.ts';

function openPlace() {
  const home = createFolder();
  const where = { cwd: createFolder(), home };
  const token = (...args: string[]) => runServer(['token', ...args], where);
  return { token, where, file: join(home, '.roo-code', 'modegate', 'tokens.json') };
}

describe('modes-server token', () => {
  test('token add prints the token alone on stdout, only once, and the file contains its hash', async () => {
    const { token, file } = openPlace();
    const { code, stdout, stderr } = await token('add', 'ci', '--modes', 'code,doc-*', '--expires', '30d');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^modegate_[\w-]{43}\n$/)]);
    expect(stderr).toMatch(/^'ci' may use code, doc-\*, until \d{4}-.* The token is shown only once/);
    const secret = stdout.trim();
    expect(`${stderr}${readFileSync(file, 'utf8')}`).not.toContain(secret.slice(9));
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);

    const list = await token('list');
    expect([list.code, list.stdout]).toEqual([0, expect.stringMatching(/^ci {2}code,doc-\* {2}expires \d{4}-.*\n$/)]);
    const json = JSON.parse((await token('list', '--json')).stdout);
    expect(json).toMatchObject({ file, tokens: [{ name: 'ci', modes: ['code', 'doc-*'], expired: false }] });
    expect(JSON.stringify(json)).not.toContain('sha256');
  });

  test('token revoke ends a token, and suggests the nearest name for an unknown one', async () => {
    const { token, file } = openPlace();
    await token('add', 'laptop', '--modes', '*');
    expect(await token('revoke', 'labtop')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining("has no token 'labtop'"),
    });
    expect((await token('revoke', 'labtop')).stderr).toContain("Did you mean 'laptop'?");
    expect(await token('revoke', 'laptop')).toMatchObject({ code: 0, stdout: '', stderr: "'laptop' is revoked.\n" });
    expect(await token('list')).toMatchObject({ code: 0, stdout: `No tokens in ${file}\n` });
  });

  test('token add refuses a used name unless the old token is to be replaced', async () => {
    const { token } = openPlace();
    const first = await token('add', 'ci', '--modes', 'code');
    expect(await token('add', 'ci', '--modes', 'ask')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('use --replace, which revokes the old one'),
    });
    const second = await token('add', 'ci', '--modes', 'ask', '--replace');
    expect([second.code, second.stdout === first.stdout]).toEqual([0, false]);
    expect((await token('list')).stdout).toBe('ci  ask  does not expire\n');
  });

  test.each([
    [['add', 'ci'], '--modes requires 1 to 100 modes'],
    [['add', '--modes', 'code'], "missing required argument 'name'"],
    [['add', 'a b', '--modes', 'code'], "A token's name must consist of 1 to 64 letters"],
    [['add', '../x', '--modes', 'code'], "A token's name must consist of 1 to 64 letters"],
    [['add', 'ci', '--modes', 'code,a/b'], "--modes: 'a/b' is not a mode slug"],
    [['add', 'ci', '--modes', ','], '--modes requires 1 to 100 modes'],
    [['add', 'ci', '--modes', 'code', '--expires', 'soon'], '--expires must be a duration'],
  ])('token %j ends with 2 and the reason', async (args, message) => {
    const { token } = openPlace();
    expect(await token(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });

  test('the token commands leave an unusable file unchanged', async () => {
    const { where } = openPlace();
    const folder = createFolder({
      'tokens.json': 'mine',
      'config.json': JSON.stringify({ auth: { tokens_file: 'tokens.json' } }),
    });
    const place = { ...where, cwd: folder };
    const added = await runServer(['--config', 'config.json', 'token', 'add', 'ci', '--modes', 'code'], place);
    expect(added).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('it is not valid JSON') });
    expect(readFileSync(join(folder, 'tokens.json'), 'utf8')).toBe('mine');
  });
});
