import {
  customModesSettingsSchema,
  groupEntryArraySchema,
  groupEntrySchema,
  modeConfigSchema,
} from '@modegate/mode-core/roo';
import { describe, expect, test } from 'vitest';

const valid = { slug: 'docs', name: 'Docs', roleDefinition: 'You write.', groups: ['read'] };

describe('modeConfigSchema', () => {
  test('modeConfigSchema drops unknown keys and keeps the MCP restrictions', () => {
    const restrictions = {
      allowedServers: ['docs'],
      disallowedServers: ['admin'],
      allowedTools: [{ serverName: 'docs', toolName: 'search' }],
    };
    const parsed = modeConfigSchema.parse({
      ...valid,
      extra: 1,
      rulesFiles: [],
      mcpRestrictions: { ...restrictions, other: true },
      allowedMcpServers: ['docs'],
    });
    expect(parsed).toEqual({ ...valid, mcpRestrictions: restrictions, allowedMcpServers: ['docs'] });
  });

  test.each([
    [{ ...valid, slug: 'my_mode' }, ['slug'], 'Slug must contain only letters numbers and dashes'],
    [{ ...valid, slug: '' }, ['slug'], 'Slug must contain only letters numbers and dashes'],
    [{ ...valid, slug: 'docs\n' }, ['slug'], 'Slug must contain only letters numbers and dashes'],
    [{ ...valid, name: '' }, ['name'], 'Name is required'],
    [{ ...valid, roleDefinition: '' }, ['roleDefinition'], 'Role definition is required'],
    [{ ...valid, slug: undefined }, ['slug'], 'Required'],
    [without('name'), ['name'], 'Required'],
    [without('roleDefinition'), ['roleDefinition'], 'Required'],
    [without('groups'), ['groups'], 'Required'],
    [{ ...valid, groups: ['read', 'read'] }, ['groups'], 'Duplicate groups are not allowed'],
    [{ ...valid, groups: ['edit', ['edit', {}]] }, ['groups'], 'Duplicate groups are not allowed'],
    [
      { ...valid, groups: ['read', ['edit', { fileRegex: '[' }]] },
      ['groups', 1, 1, 'fileRegex'],
      'Invalid regular expression pattern',
    ],
    [{ ...valid, groups: ['read', 'write'] }, ['groups', 1], 'Invalid input'],
    [{ ...valid, groups: [['edit']] }, ['groups', 0], 'Invalid input'],
    [{ ...valid, groups: [['edit', null]] }, ['groups', 0], 'Invalid input'],
    [{ ...valid, groups: [['edit', {}, {}]] }, ['groups', 0], 'Invalid input'],
  ])('modeConfigSchema reports what is wrong with %j', (mode, path, message) => {
    const parsed = modeConfigSchema.safeParse(mode);
    expect(parsed.error?.issues.map(({ path: at, message: text }) => ({ path: at, message: text }))).toEqual([
      { path, message },
    ]);
  });

  test.each([
    ['a slug with two dashes', { ...valid, slug: 'a--b' }],
    ['a name of one space', { ...valid, name: ' ' }],
    ['no groups', { ...valid, groups: [] }],
    ['options without a pattern', { ...valid, groups: [['edit', {}]] }],
    ['an empty pattern', { ...valid, groups: [['edit', { fileRegex: '' }]] }],
    ['a source', { ...valid, source: 'project' }],
  ])('modeConfigSchema accepts %s', (_what, mode) => {
    expect(modeConfigSchema.parse(mode)).toEqual(mode);
  });

  test.each([
    ['a slug that is a number', { ...valid, slug: 123 }],
    ['a source it does not know', { ...valid, source: 'builtin' }],
    ['groups that are no list', { ...valid, groups: 'read' }],
    ['restrictions that are no mapping', { ...valid, mcpRestrictions: ['docs'] }],
  ])('modeConfigSchema rejects %s', (_what, mode) => {
    expect(modeConfigSchema.safeParse(mode).success).toBe(false);
  });

  function without(key: keyof typeof valid): object {
    const { [key]: _left, ...rest } = valid;
    return rest;
  }
});

describe('the groups schema', () => {
  test('groupEntryArraySchema drops deprecated groups first, in either form and any number', () => {
    expect(groupEntryArraySchema.parse(['browser', 'read', ['browser', { any: 1 }], 'browser'])).toEqual(['read']);
    expect(groupEntryArraySchema.parse(['browser'])).toEqual([]);
  });

  test('groupEntrySchema drops unknown keys of the options', () => {
    expect(groupEntrySchema.parse(['edit', { fileRegex: 'x', other: 1 }])).toEqual(['edit', { fileRegex: 'x' }]);
  });

  test('groupEntrySchema rejects a deprecated group', () => {
    expect(groupEntrySchema.safeParse('browser').success).toBe(false);
  });
});

describe('customModesSettingsSchema', () => {
  test('customModesSettingsSchema keeps the modes and drops other keys', () => {
    expect(customModesSettingsSchema.parse({ customModes: [valid], other: 1 })).toEqual({ customModes: [valid] });
  });

  test('customModesSettingsSchema treats slugs as case-sensitive and refuses duplicates', () => {
    expect(customModesSettingsSchema.safeParse({ customModes: [valid, { ...valid, slug: 'Docs' }] }).success).toBe(
      true,
    );
    const twice = customModesSettingsSchema.safeParse({ customModes: [valid, valid] });
    expect(twice.error?.issues).toMatchObject([
      { path: ['customModes'], message: 'Duplicate mode slugs are not allowed' },
    ]);
  });

  test('customModesSettingsSchema refuses a file with one invalid mode, like upstream', () => {
    expect(customModesSettingsSchema.safeParse({ customModes: [valid, { ...valid, slug: 'x y' }] }).success).toBe(
      false,
    );
  });
});
