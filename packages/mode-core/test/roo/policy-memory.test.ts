import { isToolAllowedForMode, type ModeConfig } from '@modegate/mode-core/roo';
import { describe, expect, test } from 'vitest';

// Compiled policies are kept between calls; no change of the modes or the settings may be missed.

describe('a change between two calls is seen', () => {
  test('a group that is taken out of the same array', () => {
    const groups: ModeConfig['groups'] = ['read', 'edit'];
    const modes = [mode(groups)];
    expect(isToolAllowedForMode('write_to_file', 'm', modes)).toBe(true);
    groups.pop();
    expect(isToolAllowedForMode('write_to_file', 'm', modes)).toBe(false);
  });

  test('a mode that is replaced in the same array', () => {
    const modes = [mode(['edit'])];
    expect(isToolAllowedForMode('write_to_file', 'm', modes)).toBe(true);
    modes[0] = mode(['read']);
    expect(isToolAllowedForMode('write_to_file', 'm', modes)).toBe(false);
    modes.length = 0;
    expect(isToolAllowedForMode('read_file', 'm', modes)).toBe(false);
  });

  test('a pattern, a restriction, a name and the validity of a text', () => {
    const options: { fileRegex?: string } = {};
    const restrictions: NonNullable<ModeConfig['mcpRestrictions']> = {};
    const changing = { ...mode([['edit', options], 'mcp']), mcpRestrictions: restrictions };
    const write = () =>
      isToolAllowedForMode('write_to_file', 'm', [changing], undefined, { path: 'a.ts', content: '' });
    const use = () =>
      isToolAllowedForMode('use_mcp_tool', 'm', [changing], undefined, { server_name: 's', tool_name: 't' });
    expect([write(), use()]).toEqual([true, true]);
    restrictions.disallowedServers = ['s'];
    expect(use()).toBe(false);
    options.fileRegex = '\\.md$';
    expect(write).toThrow("in mode 'M'");
    changing.name = 'Renamed';
    expect(write).toThrow("in mode 'Renamed'");
    changing.roleDefinition = '';
    expect(write()).toBe(false);
  });

  test('settings that differ are not mixed up', () => {
    const modes = [mode(['edit', 'mcp'])];
    const ask = (disabled?: string) =>
      isToolAllowedForMode('write_to_file', 'm', modes, disabled ? { [disabled]: false } : undefined);
    expect([ask(), ask('write_to_file'), ask(), ask('apply_diff'), ask('write_file')]).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
  });
});

test('more variants than are remembered are all answered rightly, twice over', () => {
  const modes = Array.from({ length: 40 }, (_, index) =>
    [mode(index % 3 === 0 ? ['edit'] : ['read'])].concat(mode([])),
  );
  for (const round of [1, 2]) {
    const answers = modes.map((own, index) =>
      isToolAllowedForMode('write_to_file', 'm', own, { [`tool_${index}`]: false }),
    );
    expect(answers, `round ${round}`).toEqual(modes.map((_, index) => index % 3 === 0));
  }
});

describe('odd custom modes deny and never throw', () => {
  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  test.each([
    ['an entry that is null', [null]],
    ['an entry that is text', ['m']],
    ['a mapping in place of the list', { m: mode(['read']) }],
    ['a mode with a cycle in its groups', [{ ...mode(['read']), groups: [cyclic] }]],
    ['a function for a pattern', [{ ...mode(['read']), groups: [['read', { fileRegex: () => true }]] }]],
    ['restrictions with a cycle', [{ ...mode(['mcp']), mcpRestrictions: cyclic, groups: [] }]],
  ])('%s', (_what, modes) => {
    expect(isToolAllowedForMode('read_file', 'm', modes as unknown as ModeConfig[])).toBe(false);
  });

  test('none at all leave the built-in modes', () => {
    expect(isToolAllowedForMode('read_file', 'ask', undefined as unknown as ModeConfig[])).toBe(true);
  });
});

function mode(groups: ModeConfig['groups']): ModeConfig {
  return { slug: 'm', name: 'M', roleDefinition: 'A role.', groups };
}
