import { compilePolicy, parseModes } from '@modegate/mode-core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const parse = (customModes: unknown, source: 'project' | 'global' = 'project') =>
  parseModes({ customModes }, { source });
const valid = { slug: 'm', name: 'M', roleDefinition: 'R', groups: ['read'] };
const codes = (parsed: ReturnType<typeof parse>) => parsed.problems.map((problem) => problem.code);

describe('parseModes on a modes file', () => {
  test('an empty customModes list means that there are no modes', () => {
    const parsed = parseModes({ customModes: [] }, { source: 'project' });
    expect(parsed).toMatchObject({ modes: [], problems: [] });
    expect(parsed.unreadable).toBeUndefined();
  });

  test.each([
    [[valid]],
    ['text'],
    [7],
    [{ customModes: {} }],
    [{ customModes: 'x' }],
    [{ custom_modes: [] }],
    [{ modes: [] }],
    [valid],
    [undefined],
    [null],
    [{}],
    [{ customModes: null }],
    [{ swarmConfig: {} }],
  ])('security M6: the document %j is unreadable, so that no weaker mode is exposed', (document) => {
    const parsed = parseModes(document, { source: 'project' });
    expect(parsed.unreadable).toEqual(expect.any(String));
    expect(codes(parsed)).toEqual(['ROOT_INVALID']);
  });

  test.each([['s3cret'], [[{ token: 's3cret' }]], [{ customModes: 's3cret' }]])(
    'security H2: the message about %j does not quote its content',
    (document) => {
      const { problems, unreadable } = parseModes(document, { source: 'project' });
      expect(JSON.stringify([problems, unreadable])).not.toContain('s3cret');
    },
  );

  test('security H2: the message about an unreadable document names the type of the value', () => {
    expect(parseModes('s3cret', { source: 'project' }).unreadable).toBe(
      "Expected a mapping with the key 'customModes', not a string.",
    );
  });
});

describe('parseModes on a mode', () => {
  test('parseModes keeps every field and every unknown key of a mode', () => {
    const raw = {
      ...valid,
      whenToUse: 'w',
      description: 'd',
      customInstructions: 'c',
      icon: 'x',
      mcpRestrictions: { allowedServers: ['a'] },
      rulesFiles: [{ relativePath: 'a.md', content: 'x' }],
    };
    const parsed = parse([raw]);
    expect(parsed.modes[0]?.config).toEqual({ ...raw, source: 'project' });
    expect(parsed.problems).toMatchObject([
      { code: 'KEY_UNKNOWN', severity: 'warning', mode: 'm', pointer: '/customModes/0/icon' },
    ]);
  });

  test.each([
    [{ ...valid, slug: 'a b' }, 'SLUG_INVALID', "Try 'a-b'"],
    [{ ...valid, slug: '🧪 test' }, 'SLUG_INVALID', "Try 'test'"],
    [{ ...valid, slug: 123 }, 'SLUG_INVALID', 'Slug 123'],
    [{ ...valid, slug: 'm\n' }, 'SLUG_INVALID', 'letters, digits and dashes'],
    [{ name: 'M', roleDefinition: 'R', groups: [] }, 'FIELD_MISSING', "no 'slug'"],
    ['text', 'MODE_INVALID', 'Expected a mode'],
  ])('the mode entry %j cannot be addressed and is omitted', (raw, code, text) => {
    const parsed = parse([raw, { ...valid, slug: 'good' }]);
    expect(parsed.modes.map((mode) => mode.config.slug)).toEqual(['good']);
    expect(parsed.problems).toMatchObject([{ code, message: expect.stringContaining(text) }]);
  });

  test.each([
    [{ ...valid, name: '' }, 'FIELD_INVALID'],
    [{ ...valid, roleDefinition: undefined }, 'FIELD_MISSING'],
    [{ ...valid, customInstructions: ['x'] }, 'FIELD_INVALID'],
    [{ ...valid, groups: undefined }, 'FIELD_MISSING'],
    [{ ...valid, groups: 'read' }, 'FIELD_INVALID'],
  ])('the mode entry %j is kept to refuse everything', (raw, code) => {
    const parsed = parse([raw]);
    expect(codes(parsed)).toEqual([code]);
    expect(parsed.modes[0]?.invalid).toEqual(expect.any(String));
  });

  test('a misspelt mode field is reported with the nearest name', () => {
    expect(parse([{ ...valid, roleDefinition: undefined, role_definition: 'R' }]).problems[0]?.message).toContain(
      "'roleDefinition'",
    );
    expect(parse([{ ...valid, whenTouse: 'x' }]).problems[0]?.message).toContain("Did you mean 'whenToUse'?");
  });

  test.each([{ toString: null }, [{ toString: 1, valueOf: 1 }], null, 7])(
    'the source %j is reported, even if it cannot be converted to text',
    (source) => {
      const parsed = parse([{ ...valid, source }]);
      expect(codes(parsed)).toEqual(['FIELD_INVALID', 'SOURCE_MISMATCH']);
      expect(parsed.modes[0]).toMatchObject({ config: { source: 'project' } });
    },
  );

  test('a wrong source is reported and overwritten', () => {
    const parsed = parse([
      { ...valid, source: 'builtin' },
      { ...valid, slug: 'n', source: 'global' },
    ]);
    expect(codes(parsed)).toEqual(['FIELD_INVALID', 'SOURCE_MISMATCH', 'SOURCE_MISMATCH']);
    expect(parsed.modes.map((mode) => [mode.config.source, mode.invalid])).toEqual([
      ['project', undefined],
      ['project', undefined],
    ]);
  });

  test('the first definition of a slug counts, and slugs are case-sensitive', () => {
    const parsed = parse([valid, { ...valid, name: 'Second' }, { ...valid, slug: 'M' }]);
    expect(parsed.modes.map((mode) => mode.config.name)).toEqual(['M', 'M']);
    expect(codes(parsed)).toEqual(['SLUG_DUPLICATE']);
  });

  test.each([
    [['edit']],
    [['edit', {}, 'x']],
    [['edit', null]],
    [{ edit: null }],
    [7],
    [null],
    [['edit', { fileRegex: 7 }]],
    [['edit', '\\.md$']],
  ])('the invalid group %j grants nothing', (group) => {
    const parsed = parse([{ ...valid, groups: ['read', group] }]);
    expect(codes(parsed)).toEqual(['GROUP_INVALID']);
    expect(parsed.modes[0]?.config.groups).toEqual(['read']);
  });

  test('rules point at the place in the file even when entries before them were omitted', () => {
    const policy = compilePolicy({ project: parse([{ ...valid, groups: ['odd', 'read'] }]) });
    expect(policy.compiled.modes.get('m')?.groups.get('read')?.by.pointer).toBe('/customModes/0/groups/1');
  });

  test('conflicts, blank entries and contradictory fields are reported', () => {
    const tool = { serverName: 'a', toolName: 'x' };
    const parsed = parse([
      {
        ...valid,
        allowedMcpServers: ['b'],
        mcpRestrictions: {
          allowedServers: ['a', ' '],
          disallowedServers: ['a'],
          allowedTools: [tool, { serverName: '', toolName: 'x' }],
          disallowedTools: [tool],
        },
      },
    ]);
    expect(codes(parsed)).toEqual([
      'RESTRICTION_CONFLICT',
      'RESTRICTION_BLANK',
      'RESTRICTION_CONFLICT',
      'RESTRICTION_BLANK',
      'RESTRICTIONS_DISAGREE',
    ]);
  });
});

test('parseModes does not throw for any JSON or YAML value', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, maxDepth: 5 }), fc.jsonValue(), (anything, json) => {
      for (const document of [
        anything,
        { customModes: anything },
        { customModes: [json, { ...valid, groups: json, mcpRestrictions: anything }] },
      ]) {
        compilePolicy({ project: parseModes(document, { source: 'project' }) });
      }
    }),
    { numRuns: 500 },
  );
});
