import { planHookInstall, planHookUninstall, readHook } from '@modegate/server-config/clients';
import { describe, expect, test } from 'vitest';

const item = { matcher: '*', hooks: [{ type: 'command', command: '/state/our-hook --mode docs' }] };

const target = (text: string | undefined) => ({
  file: '/p/.claude/settings.json',
  event: 'PreToolUse',
  isOurs: (one: unknown) => JSON.stringify(one).includes('our-hook'),
  readFile: async () => text,
});

const install = async (text: string | undefined, to = item) =>
  (await planHookInstall(target(text), { item: to })).after;
const uninstall = async (text: string | undefined) => (await planHookUninstall(target(text))).after;

const commented = `{
  // ours
  "permissions": { "deny": ["Bash(rm:*)"] }, /* more */
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "audit.sh --token s3cret" }] } // keep
    ],
    "Stop": []
  }
}
`;

describe('a hook in the file of an agent', () => {
  test('installing a hook creates a missing file, and removing it deletes the file', async () => {
    const text = await install(undefined);
    expect(JSON.parse(text ?? '')).toEqual({ hooks: { PreToolUse: [item] } });
    expect(await uninstall(text)).toBeUndefined();
  });

  test.each([
    ['with comments and another hook', commented],
    ['in CRLF with tabs', '{\r\n\t"model": "x"\r\n}\r\n'],
    ['with a byte order mark', '\uFEFF{ "model": "x" }'],
    ['without the event', '{\n  "hooks": {\n    "Stop": []\n  }\n}\n'],
  ])('a hook is added to a file %s, found, and removed without changing its meaning', async (_what, text) => {
    const installed = await install(text);
    expect(await readHook(target(installed))).toEqual(item);
    expect(await install(installed)).toBe(installed);
    for (const kept of ['// ours', '/* more */', '// keep', 'audit.sh', '\uFEFF'])
      expect(installed?.includes(kept)).toBe(text.includes(kept));
    const removed = (await uninstall(installed)) ?? '';
    expect(await readHook(target(removed))).toBeUndefined();
    expect(removed.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
  });

  test('a hook is updated in place and exists once', async () => {
    const other = { ...item, matcher: 'Write' };
    const twice = JSON.stringify({ hooks: { PreToolUse: [other, { matcher: 'x' }, other] } });
    expect(JSON.parse((await install(twice)) ?? '')).toEqual({ hooks: { PreToolUse: [item, { matcher: 'x' }] } });
  });

  test('a hook is shown without the content of others', async () => {
    const { diff } = await planHookInstall(target(commented), { item });
    expect(diff).toContain('our-hook --mode docs');
    expect(diff).not.toContain('s3cret');
  });

  test.each([
    ['is broken', '{ "hooks": '],
    ['has a key twice', '{ "hooks": {}, "hooks": {} }'],
    ['has something else in the place of the list', '{ "hooks": { "PreToolUse": {} } }'],
  ])('a hook is not written to a file that %s', async (_what, text) => {
    await expect(install(text)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });
});
