import type { AgentName } from '@modegate/agent-hooks';
import { memoryFiles } from '@modegate/project';
import { describe, expect, test } from 'vitest';
import { findHookFaults } from '../src/agent-settings/hook-faults.ts';
import { listDisablingKeys, listFileFaults } from '../src/agent-settings/settings-faults.ts';

const faultsOf = (agent: AgentName, text: string) =>
  listFileFaults(agent, 'project', text).map(({ line, column, detail }) => `${line}:${column} ${detail}`);

describe('H12: a settings file that an agent ignores along with its hook', () => {
  test.each<[AgentName, string, string]>([
    [
      'claude-code',
      '{\n  // mine\n  "hooks": {}\n}',
      '2:3 Claude Code ignores this whole file, including the hook: it has a comment.',
    ],
    [
      'claude-code',
      '{\n  "hooks": {},\n}',
      '2:14 Claude Code ignores this whole file, including the hook: it has a trailing comma.',
    ],
    [
      'claude-code',
      '{\n  "env": "x"\n}',
      '2:10 Claude Code ignores this whole file, including the hook: "env" must be object, not string.',
    ],
    [
      'claude-code',
      '{ "permissions": { "allow": "x" } }',
      '1:29 Claude Code ignores this whole file, including the hook: "permissions.allow" must be array, not string.',
    ],
    [
      'claude-code',
      '{ "model": null }',
      '1:12 Claude Code ignores this whole file, including the hook: "model" must be string, not null.',
    ],
    ['claude-code', '', '1:1 Claude Code ignores this whole file, including the hook: it is not JSON (nothing).'],
    [
      'copilot',
      '{ "version": 1, /* x */ "hooks": {} }',
      '1:17 Copilot CLI ignores this whole file, including the hook: it has a comment.',
    ],
    [
      'qwen',
      '{ "a": [1,], }',
      '1:10 Qwen Code sets this file aside and starts with a new one that does not contain the hook: it has a trailing comma.',
    ],
    ['gemini', '\uFEFF{}', '1:1 Gemini CLI does not start because of this file: it has a byte order mark.'],
    ['codex', '\uFEFF{}', '1:1 Codex CLI ignores this whole file, including the hook: it has a byte order mark.'],
    [
      'codex',
      '{ "version": 1 }',
      '1:14 Codex CLI ignores this whole file, including the hook: it does not know the key "version".',
    ],
    [
      'codex',
      '{ "hooks": { "Stop": "x" } }',
      '1:22 Codex CLI ignores this whole file, including the hook: "hooks.Stop" must be array, not string.',
    ],
  ])('%s ignores the settings file %j', (agent, text, fault) => {
    expect(faultsOf(agent, text)[0]).toBe(fault);
  });

  test.each<[AgentName, string]>([
    ['claude-code', '\uFEFF{ "unknown": 5, "env": { "A": "1" }, "permissions": { "allow": [5] } }\r\n'],
    ['claude-code', '{ "attribution": false, "attribution2": "x", "hooks": { "Stop": "x" } }'],
    ['gemini', '{ /* mine */ "ui": "x" }'],
    ['qwen', '{ // mine\n "env": "x" }'],
    ['opencode', '{,'],
  ])('%s accepts the settings %j', (agent, text) => {
    expect(faultsOf(agent, text)).toEqual([]);
  });

  test('a broken managed file keeps Claude Code from starting, but a wrong type does no harm', () => {
    const [fault] = listFileFaults('claude-code', 'managed', '{} // mine');
    expect(fault?.detail).toContain('does not start because of this file');
    expect(listFileFaults('claude-code', 'managed', '{ "env": "x" }')).toEqual([]);
  });
});

describe('keys that disable hooks', () => {
  const keysOf = (agent: AgentName, place: 'home' | 'project' | 'machine', text: string) =>
    listDisablingKeys(agent, place, text).map(({ line, pointer, heldBy }) => [line, pointer, heldBy]);

  test('a key that disables hooks is found with its line, and the scopes whose hooks still run', () => {
    const off = '{\n  // off\n  "disableAllHooks": true\n}';
    expect(keysOf('claude-code', 'project', off)).toEqual([[3, '/disableAllHooks', ['managed']]]);
    expect(keysOf('claude-code', 'machine', off)).toEqual([[3, '/disableAllHooks', []]]);
    expect(keysOf('copilot', 'project', off)).toEqual([[3, '/disableAllHooks', []]]);
    expect(keysOf('claude-code', 'project', '{ "disableAllHooks": false }')).toEqual([]);
  });

  test('a key that disables hooks counts only in files that the agent reads', () => {
    const only = '{ "allowManagedHooksOnly": true }';
    expect(keysOf('claude-code', 'home', only)).toEqual([]);
    expect(keysOf('claude-code', 'machine', only)).toEqual([[1, '/allowManagedHooksOnly', ['managed']]]);
  });

  test('hooks of Gemini CLI are disabled by a list or by hooks of the wrong type', () => {
    expect(keysOf('gemini', 'home', '{ "hooksConfig": { "enabled": false, "disabled": ["modegate"] } }')).toHaveLength(
      2,
    );
    expect(keysOf('gemini', 'project', '{ "hooks": "x" }')).toEqual([[1, '/hooks', []]]);
  });
});

describe('settings faults that `modegate check` finds in a project', () => {
  const find = (texts: Readonly<Record<string, string>>, usesHooks = false) =>
    findHookFaults(memoryFiles(texts), { listed: Object.keys(texts), usesHooks });
  const hook = '{ "hooks": { "PreToolUse": [{ "command": "/s/modegate-hook-claude-code" }] }, }';

  test('modegate check finds the fault of the file that holds the hook', async () => {
    expect(await find({ '.claude/settings.local.json': hook })).toMatchObject([
      { file: '.claude/settings.local.json', line: 1, message: expect.stringContaining('a trailing comma') },
    ]);
    expect(await find({ '.claude/settings.local.json': '{,' })).toEqual([]);
  });

  test('modegate check finds a key that disables hooks if the project has hooks or hook settings', async () => {
    const off = { '.claude/settings.json': '{ "disableAllHooks": true }' };
    const nested = { 'docs/.claude/settings.json': '{ "disableAllHooks": true }' };
    expect(await find(off)).toEqual([]);
    expect((await find(off, true)).map(({ file, message }) => `${file} ${message}`)).toEqual([
      '.claude/settings.json Claude Code does not run hooks, because "disableAllHooks" is true.',
      '.claude/settings.json Copilot CLI does not run hooks, because "disableAllHooks" is true.',
    ]);
    const both = await find({ ...nested, '.claude/settings.local.json': hook.replace(', }', '}') });
    expect(both.map(({ file }) => file)).toEqual(['docs/.claude/settings.json']);
  });
});
