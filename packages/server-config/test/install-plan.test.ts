import { type InstallTarget, planInstall, planUninstall } from '@modegate/server-config/clients';
import { describe, expect, test } from 'vitest';
import { entry, file, planFor, targetOn } from './support/install-target.ts';

describe('the diff of an install plan', () => {
  test('the diff shows keys and our entry, but no secrets', async () => {
    const before = `{
  "mcpServers": {
    // TOKEN=hunter2
    "a": {
      "args": ["--key", "hunter2"],
      "env": { "TOKEN": "hunter2" } /* hunter2
      hunter2 */
    }
  }
}`;
    const plan = await planFor(before, {}, { ...entry, env: { KEY: 'hunter2' } });
    expect(plan.after).toContain('hunter2');
    expect(plan.diff).not.toContain('hunter2');
    expect(plan.diff).toContain('+        "-y",');
    expect(plan.diff).toContain('+        "KEY": "…"');
  });

  test('the diff has context around the change and counts its lines', async () => {
    const before = '{\n  "a": 1,\n  "b": 2,\n  "c": 3,\n  "mcpServers": {\n    "x": {}\n  }\n}\n';
    const { diff } = await planFor(before);
    expect(diff.split('\n').slice(2, 8)).toEqual([
      '@@ -3,6 +3,13 @@',
      '   "b": 2,',
      '   "c": 3,',
      '   "mcpServers": {',
      '-    "x": {}',
      '+    "x": {},',
    ]);
  });

  test('the diff cuts long lines', async () => {
    const { diff } = await planFor(`{"mcpServers":{"a":{${'"k":1,'.repeat(200)}"z":1}}}`);
    expect(Math.max(...diff.split('\n').map((line) => line.length))).toBeLessThanOrEqual(160);
  });
});

describe('files that planInstall cannot edit safely', () => {
  test.each([
    ['does not parse', '{\n  "mcpServers": {\n    oops\n  }\n}', 3],
    ['holds only a comment', '// later', 1],
    ['holds a list', '[]', 1],
    ['has a list of servers', '{\n"mcpServers": []}', 2],
    ['has its servers twice', '{"mcpServers": {},\n"mcpServers": {}}', 2],
    ['has the entry twice', '{"mcpServers": {"modes": {},\n\n"modes": {}}}', 3],
  ])('planInstall refuses a file when it %s', async (_, text, line) => {
    const error = { name: 'ServerConfigError', code: 'CONFIG_INVALID', data: { file, line } };
    await expect(planFor(text)).rejects.toMatchObject(error);
    await expect(planFor(text)).rejects.toThrow(`line ${line}`);
    await expect(planUninstall(targetOn({ [file]: text }))).rejects.toMatchObject(error);
  });

  test.each([
    [{ client: 'cursro' }, 'CLIENT_UNKNOWN', 'Did you mean "cursor"?'],
    [{ client: 'emacs' }, 'CLIENT_UNKNOWN', 'Known are roo,'],
    [{ client: 'claude-desktop', scope: 'project' }, 'SCOPE_UNSUPPORTED', 'Expected global.'],
    [{ client: 'bob', scope: 'global' }, 'SCOPE_UNSUPPORTED', 'Expected project.'],
    [{ client: 'cursor', scope: 'global', homeDir: undefined }, 'PATH_UNKNOWN', 'without homeDir'],
    [{ projectRoot: undefined }, 'PATH_UNKNOWN', 'without projectRoot'],
    [{ name: '' }, 'SERVER_INVALID', 'its name is empty'],
  ])('planInstall refuses the target %j', async (more, code, message) => {
    const options = { ...targetOn({}), ...more } as InstallTarget;
    await expect(planInstall({ ...options, entry })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
    await expect(planUninstall(options)).rejects.toMatchObject({ code });
  });

  test('planInstall refuses an empty command', async () => {
    await expect(planFor('{}', {}, { command: '', args: [] })).rejects.toMatchObject({ code: 'SERVER_INVALID' });
  });
});
