import { join } from 'node:path';
import { type AgentName, type HookScope, installedHooks } from '@modegate/agent-hooks';
import { createFolder, writeInto } from '@modegate/cli-kit/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findDisabledHooks } from '../src/doctor/find-disabled-hooks.ts';

/** What is said of a hook in a folder of its own, by status. */
async function look(
  client: Exclude<AgentName, 'codex'>,
  { scope = 'project', installed = [scope], files = {} }: Looked = {},
) {
  const [root, home] = [createFolder({ '.roomodes': 'customModes: []\n' }), createFolder()];
  const name =
    client in installedHooks ? installedHooks[client as 'qwen'].files[scope === 'global' ? scope : 'project'] : 'p.js';
  const file = join(scope === 'project' ? root : home, name);
  for (const [path, text] of Object.entries({ [`${scope === 'project' ? '' : '~/'}${name}`]: '{}', ...files }))
    writeInto(path.startsWith('~/') ? home : root, path.replace('~/', ''), text);
  const findings = await findDisabledHooks({ client, scope, root, home, file, command: undefined, installed });
  const by = (wanted: string) => findings.flatMap(({ status, detail }) => (status === wanted ? [detail] : []));
  return { root, home, proved: by('proved'), failed: by('failed'), unproved: by('unproved') };
}

interface Looked {
  readonly scope?: HookScope;
  readonly installed?: readonly HookScope[];
  readonly files?: Readonly<Record<string, string>>;
}

beforeEach(() => void vi.stubEnv('CLINE_PLUGIN_IMPORT_TIMEOUT_MS', '60000'));
afterEach(() => vi.unstubAllEnvs());

describe('H3, H4: folders in which an agent does not read the project hook', () => {
  test.each(['gemini', 'qwen', 'copilot', 'cline'] as const)(
    '%s: doctor reports the folders without the project hook, and the command that fixes it',
    async (client) => {
      const { failed } = await look(client);
      expect(failed.join('\n')).toMatch(/does not read this hook when it is started in .*worktree.*--scope global/);
      expect((await look(client, { scope: 'global' })).failed).toEqual([]);
      const both = await look(client, { installed: ['project', 'global'] });
      expect(both.proved.join('\n')).toContain("reads the hook with the scope 'global'");
    },
  );

  test.each(['claude-code', 'kilo', 'opencode'] as const)(
    '%s reads the project hook in every folder',
    async (client) => {
      expect((await look(client)).failed).toEqual([]);
    },
  );
});

describe('settings files', () => {
  test.each([
    '.claude/settings.json',
    '.claude/settings.local.json',
    '.github/copilot/settings.json',
    '.github/copilot/settings.local.json',
  ])('H6: doctor reports that disableAllHooks in %s disables the hooks of Copilot', async (path) => {
    const { root, failed } = await look('copilot', {
      scope: 'global',
      files: { [path]: '{\n "disableAllHooks": true\n}' },
    });
    expect(failed).toEqual([
      `${join(root, path)}:2:21: Copilot CLI does not run hooks, because "disableAllHooks" is true.`,
    ]);
  });

  test.each<['qwen' | 'gemini', string, string]>([
    ['qwen', '.qwen/settings.json', '{ "disableAllHooks": true }'],
    ['gemini', '.gemini/settings.json', '{ /* off */ "hooksConfig": { "enabled": false } }'],
    ['gemini', '.gemini/settings.json', '{ "hooksConfig": { "disabled": ["modegate"] } }'],
  ])('doctor reports that the user settings of %s switch hooks off: %s %s', async (client, path, text) => {
    const { failed } = await look(client, { scope: 'global', files: { [`~/${path}`]: text } });
    expect(failed).toEqual([expect.stringContaining(`${path}:1:`)]);
  });

  test('H12: doctor names the line of a broken hook file, and ignores other broken files', async () => {
    const broken = '{\n  "env": "x"\n}';
    const { root, failed } = await look('claude-code', { files: { '.claude/settings.local.json': broken } });
    expect(failed[0]).toMatch(`${join(root, '.claude/settings.local.json')}:2:10: Claude Code ignores this whole file`);
    expect((await look('claude-code', { files: { '~/.claude/settings.json': broken } })).failed).toEqual([]);
    expect((await look('claude-code', { files: { '.claude/settings.json': '{' } })).failed).toEqual([]);
  });

  test('doctor reports that a broken project file keeps Gemini CLI from starting', async () => {
    const { failed } = await look('gemini', { scope: 'global', files: { '.gemini/settings.json': '{},' } });
    expect(failed.join('\n')).toContain('Gemini CLI does not start because of this file');
  });

  test('doctor reports a Cline plugin that is disabled by its path', async () => {
    const path = '~/.cline/data/settings/global-settings.json';
    const { failed } = await look('cline', {
      scope: 'global',
      files: { [path]: '{ "disabledPlugins": ["/x/modegate.js"] }' },
    });
    expect(failed).toEqual([
      expect.stringContaining('Cline does not run hooks, because "disabledPlugins" has "modegate.js"'),
    ]);
  });

  test('doctor accepts a machine-wide hook even if the user switches hooks off', async () => {
    const files = { '~/.claude/settings.json': '{ "disableAllHooks": true }' };
    expect((await look('claude-code', { files })).failed).toHaveLength(1);
    expect((await look('claude-code', { scope: 'managed', files })).failed).toEqual([]);
  });
});

describe('A1: ways to start an agent without its hook', () => {
  test('doctor lists ways to start an agent without its hook, with the command for a hook that still works', async () => {
    const { unproved } = await look('claude-code');
    const user = unproved.find((detail) => detail.includes('--setting-sources user'));
    expect(user).toContain('--scope global');
    const bare = unproved.find((detail) => detail.includes('--bare'));
    if (process.platform === 'linux') expect(bare).toContain('--scope managed');
  });

  test('doctor leaves out ways to start an agent without its hook that the scope prevents', async () => {
    const { unproved } = await look('claude-code', { scope: 'global' });
    expect(unproved.join('\n')).not.toContain('--setting-sources user`.');
    const managed = await look('claude-code', { scope: 'managed' });
    expect(managed.unproved.join('\n')).not.toContain('--bare');
  });
});

describe('environment variables', () => {
  test('H5: doctor reports the time-out that Cline needs for its plugins', async () => {
    vi.stubEnv('CLINE_PLUGIN_IMPORT_TIMEOUT_MS', undefined);
    expect((await look('cline')).failed.join('\n')).toContain('CLINE_PLUGIN_IMPORT_TIMEOUT_MS=60000');
    vi.stubEnv('CLINE_PLUGIN_IMPORT_TIMEOUT_MS', '60000');
    expect((await look('cline')).proved.join('\n')).toContain('CLINE_PLUGIN_IMPORT_TIMEOUT_MS is set here');
  });

  test('doctor reports a variable that moves the folder of the hook', async () => {
    vi.stubEnv('CLAUDE_CONFIG_DIR', '/elsewhere');
    expect((await look('claude-code', { scope: 'global' })).failed).toEqual([
      expect.stringContaining('CLAUDE_CONFIG_DIR is set here'),
    ]);
    expect((await look('claude-code')).failed).toEqual([]);
  });
});
