import { readServerConfig } from '@modegate/server-config';
import { type PlanInstallOptions, planInstall, planUninstall } from '@modegate/server-config/clients';
import { describe, expect, test } from 'vitest';

const url = 'https://modes.example/mcp/code';
const disk = (text: string | undefined) => ({
  name: 'modes',
  projectRoot: '/project',
  homeDir: '/home/ann',
  env: {},
  platform: 'linux',
  readFile: (file: string) => (file.includes('modegate-backup') ? undefined : text),
});
const plan = (client: string, entry: PlanInstallOptions['entry'], text?: string) =>
  planInstall({ ...disk(text), client, entry });
const entryIn = (text = '{}') => {
  const root = JSON.parse(text);
  return (root.mcpServers ?? root.servers ?? root.mcp ?? root.context_servers).modes;
};

describe('a server with a URL', () => {
  test.each([
    ['roo', { type: 'streamable-http', url }],
    ['zoo', { type: 'streamable-http', url }],
    ['kilo', { type: 'remote', url }],
    ['opencode', { type: 'remote', url }],
    ['gemini', { httpUrl: url }],
    ['qwen', { httpUrl: url }],
    ['cline', { type: 'streamableHttp', url }],
    ['windsurf', { serverUrl: url }],
    ['zed', { url }],
    ['claude-code', { type: 'http', url }],
    ['vscode', { type: 'http', url }],
    ['cursor', { url }],
  ])('a server with a URL is written as %s reads it, and removed again', async (client, expected) => {
    const { after, file } = await plan(client, { url });
    expect(entryIn(after)).toEqual(expected);
    expect(readServerConfig(after ?? '', { file }).servers).toMatchObject([
      { state: 'valid', config: { type: 'streamable-http', url } },
    ]);
    expect((await plan(client, { url }, after)).change).toBe('none');
    expect((await planUninstall({ ...disk(after), client })).after).toBeUndefined();
  });

  test.each([
    ['roo', `Bearer \${env:MODES_TOKEN}`],
    ['claude-code', `Bearer \${MODES_TOKEN}`],
    ['vscode', `Bearer \${env:MODES_TOKEN}`],
    ['cursor', `Bearer \${env:MODES_TOKEN}`],
    ['gemini', `Bearer \${MODES_TOKEN}`],
    ['windsurf', `Bearer \${env:MODES_TOKEN}`],
    ['opencode', 'Bearer {env:MODES_TOKEN}'],
  ])('a server entry names the variable of the token and contains no token: %s', async (client, Authorization) => {
    const { after } = await plan(client, { url, tokenVariable: 'MODES_TOKEN' });
    expect(entryIn(after).headers).toEqual({ Authorization });
  });

  test('a server with a URL replaces a started one and vice versa; unrelated parts stay', async () => {
    const started = JSON.stringify({
      mcpServers: {
        modes: { type: 'stdio', command: 'npx', args: ['x'], env: { A: 'b' }, alwaysAllow: ['list_modes'] },
      },
    });
    const remote = await plan('roo', { url, tokenVariable: 'T' }, started);
    expect(remote.change).toBe('update');
    expect(entryIn(remote.after)).toEqual({
      type: 'streamable-http',
      url,
      headers: { Authorization: `Bearer \${env:T}` },
      alwaysAllow: ['list_modes'],
    });
    const back = await plan('roo', { command: 'npx', args: ['x'] }, remote.after);
    expect(entryIn(back.after)).toEqual({ type: 'stdio', command: 'npx', args: ['x'], alwaysAllow: ['list_modes'] });
  });

  test.each([
    ['claude-desktop', { url }, /does not support URLs/],
    ['bob', { url }, /does not support URLs/],
    ['cline', { url, tokenVariable: 'T' }, /does not fill in variables/],
    ['zed', { url, tokenVariable: 'T' }, /does not fill in variables/],
    ['roo', { url: 'ftp://x' }, /its URL must begin with http:\/\/ or https:\/\/ and have a host but no user/],
    [
      'roo',
      { url: 'https://ann:secret@x/mcp' },
      /its URL must begin with http:\/\/ or https:\/\/ and have a host but no user/,
    ],
    ['roo', { url: 'https://x/a b' }, /its URL must begin with http:\/\/ or https:\/\/ and have a host but no user/],
    ['roo', { url, tokenVariable: 'a}b' }, /the name of its token variable contains characters other than/],
  ])('an invalid server URL is refused: %s %j', async (client, entry, why) => {
    const refusal = plan(client, entry);
    await expect(refusal).rejects.toThrow(why);
    await expect(refusal).rejects.not.toThrow(/secret/);
  });
});
