import { isToolAllowedForMode, type ModeConfig } from '@modegate/mode-core/roo';
import { describe, expect, test } from 'vitest';

// Compiled policies are kept between calls; no change of the modes or the settings may be missed.

describe('changes between two calls', () => {
  test('the removal of a group from the same array is noticed', () => {
    const groups: ModeConfig['groups'] = ['read', 'edit'];
    const modes = [mode(groups)];
    expect(isToolAllowedForMode('write_to_file', 'm', modes)).toBe(true);
    groups.pop();
    expect(isToolAllowedForMode('write_to_file', 'm', modes)).toBe(false);
  });

  test('the replacement of a mode in the same array is noticed', () => {
    const modes = [mode(['edit'])];
    expect(isToolAllowedForMode('write_to_file', 'm', modes)).toBe(true);
    modes[0] = mode(['read']);
    expect(isToolAllowedForMode('write_to_file', 'm', modes)).toBe(false);
    modes.length = 0;
    expect(isToolAllowedForMode('read_file', 'm', modes)).toBe(false);
  });

  test('a change of a pattern, a restriction, a name or the validity of a text is noticed', () => {
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

  test('different settings have separate answers', () => {
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

test('more variants than are remembered are all answered correctly, twice', () => {
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

describe('invalid custom modes', () => {
  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  test.each([
    ['an entry that is null', [null]],
    ['an entry that is text', ['m']],
    ['a mapping in place of the list', { m: mode(['read']) }],
    ['a mode with a cycle in its groups', [{ ...mode(['read']), groups: [cyclic] }]],
    ['a function for a pattern', [{ ...mode(['read']), groups: [['read', { fileRegex: () => true }]] }]],
    ['restrictions with a cycle', [{ ...mode(['mcp']), mcpRestrictions: cyclic, groups: [] }]],
  ])('invalid custom modes deny without an error: %s', (_what, modes) => {
    expect(isToolAllowedForMode('read_file', 'm', modes as unknown as ModeConfig[])).toBe(false);
  });

  test('undefined custom modes leave the built-in modes', () => {
    expect(isToolAllowedForMode('read_file', 'ask', undefined as unknown as ModeConfig[])).toBe(true);
  });
});

function mode(groups: ModeConfig['groups']): ModeConfig {
  return { slug: 'm', name: 'M', roleDefinition: 'A role.', groups };
}
