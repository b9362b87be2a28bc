import { compilePolicy, decide, type ModeConfig, type PolicyInput, parseModes } from '@modegate/mode-core';
import { parseModesText } from '@modegate/mode-core/text';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const mode: ModeConfig = {
  slug: 'm',
  name: 'M',
  roleDefinition: 'R',
  groups: ['read', ['edit', { fileRegex: '^etc/' }]],
};
const compile = (input: unknown) => compilePolicy(input as PolicyInput);
const read = (policy: ReturnType<typeof compile>, slug: string) => decide(policy, { mode: slug, tool: 'read_file' });

describe('invalid input of compilePolicy', () => {
  test.each([
    ['null', null],
    ['text', 'modes'],
    ['a list', [mode]],
    ['an unknown key', { projct: [mode] }],
    ['modes that are text', { project: 'x' }],
    ['modes that are null', { project: null }],
    ['a mapping that is no layer', { global: { customModes: [mode] } }],
    ['a layer with an odd list', { project: { source: 'project', modes: [7], problems: [] } }],
    ['built-in modes that are none', { builtin: {} }],
    ['servers that are no list', { servers: { a: {} } }],
    ['tools that are text', { disabledTools: 'execute_command' }],
    ['a tool that is no text', { disabledTools: [7] }],
    ['a hole among the tools', { disabledTools: Array.from({ length: 1 }) }],
    ['security L8: an empty project root', { projectRoot: '' }],
    ['security L8: a blank project root', { projectRoot: ' ' }],
    ['a project root that is no text', { projectRoot: 7 }],
    ['a clock that is a number', { now: 7 }],
  ])('%s makes compilePolicy refuse everything with a problem that says why', (_what, input) => {
    const policy = compile(input);
    for (const slug of ['code', 'm', 'ask']) expect(read(policy, slug)).toMatchObject({ code: 'MODES_UNREADABLE' });
    expect(policy.problems).toContainEqual(expect.objectContaining({ code: 'INPUT_INVALID', severity: 'error' }));
  });

  test('an unknown compilePolicy key is reported with the nearest one', () => {
    expect(compile({ projct: [mode] }).problems[0]?.message).toContain("Did you mean 'project'?");
  });

  test('modes remain listed if they can be read', () => {
    const policy = compile({ project: [mode], projectRoot: '' });
    expect(policy.modes.map(({ config }) => config.slug)).toContain('m');
    expect(policy.modes.every(({ invalid }) => invalid !== undefined)).toBe(true);
  });

  test('security L8: an empty project root does not make / the project root', () => {
    const policy = compile({ project: [mode], projectRoot: '' });
    const request = { mode: 'm', tool: 'write_to_file', params: { path: '/etc/passwd' } };
    expect(decide(policy, request).allowed).toBe(false);
  });

  test('a compilePolicy key with the value undefined counts as absent', () => {
    expect(read(compile({ project: [mode], global: undefined }), 'm').allowed).toBe(true);
    expect(compile(undefined).problems).toEqual([]);
  });

  test('compilePolicy never throws, and invalid input allows nothing that the valid part would not', () => {
    const value = fc.anything({ withNullPrototype: true, withSparseArray: true, maxDepth: 3 });
    const key = fc.oneof(
      fc.constantFrom('project', 'global', 'builtin', 'servers', 'disabledTools', 'projectRoot', 'now', 'context'),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.dictionary(key, value, { maxKeys: 3 }), value, (input, odd) => {
        for (const given of [odd, input, { ...input, project: [mode] }, { project: odd, global: [mode] }]) {
          const policy = compile(given);
          const isUsable = policy.problems.every(({ code }) => code !== 'INPUT_INVALID');
          if (!isUsable) expect(read(policy, 'code').allowed || read(policy, 'm').allowed).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('compilePolicy does not throw for getters and proxies that throw', () => {
    const trap = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    const layer = {
      get modes(): never {
        throw new Error('no');
      },
    };
    for (const input of [trap, { project: trap }, { project: layer }, { project: [trap] }, { servers: [trap] }])
      expect(() => compile(input)).not.toThrow();
    expect(read(compile({ project: layer }), 'code')).toMatchObject({ code: 'MODES_UNREADABLE' });
  });
});

describe('security L10: a slug that nearly equals another', () => {
  const load = (...entries: readonly unknown[]) =>
    compile({ project: parseModes({ customModes: entries }, { source: 'project' }) });
  const entry = { name: 'Mine', roleDefinition: 'R', groups: ['read'] };

  test.each([
    { slug: 'code ' },
    { slug: ' Code' },
    { slug: 'code_' },
    { slug: 'CODE' },
    { slug: ['code'] },
    { slug: '\uFF43ode' },
    { Slug: 'code' },
    { slg: 'code' },
    { id: 'code' },
    { '<<': { slug: 'code' } },
    { name: '💻 Code' },
    { slug: null, name: 'Code' },
  ])('the slug in %j closes the built-in mode code and no other', (slug) => {
    const policy = load({ ...entry, ...slug });
    expect(read(policy, 'code')).toMatchObject({ code: 'MODE_INVALID', by: { pointer: '/customModes/0' } });
    expect(read(policy, 'ask').allowed).toBe(true);
    expect(policy.problems).toContainEqual(
      expect.objectContaining({ code: 'SLUG_AMBIGUOUS', severity: 'error', mode: 'code' }),
    );
  });

  test('a mode with an addressable slug is not closed', () => {
    expect(read(load({ ...entry, slug: 'Code' }), 'Code').allowed).toBe(true);
  });

  test('an unusable slug closes a mode of the same file, and distinguishable slugs are two modes', () => {
    expect(read(load({ ...entry, slug: 'm' }, { ...entry, slug: 'm ' }), 'm').allowed).toBe(false);
    const both = load({ ...entry, slug: 'm' }, { ...entry, slug: 'M' });
    expect([read(both, 'm').allowed, read(both, 'M').allowed]).toEqual([true, true]);
  });

  test('a mode that is redefined under its exact slug is not closed', () => {
    expect(read(load({ ...entry, slug: 'Code' }, { ...entry, slug: 'code' }), 'code').allowed).toBe(true);
  });

  test('an entry without a name is an error and closes nothing', () => {
    const policy = load({ roleDefinition: 'R', groups: [] }, 7, null);
    expect(policy.problems.filter(({ severity }) => severity === 'error')).not.toHaveLength(0);
    expect(read(policy, 'code').allowed).toBe(true);
  });
});

test('security R3: an invalid slug hides no other problem of its mode', () => {
  const text = (slug: string) =>
    `customModes:\n  - slug: ${slug}\n    name: A\n    roleDefinition: r\n    allowedTools: [x]\n    colour: red\n    groups: [writ, command, [edit, { glob: x }]]\n    mcpRestrictions: { deny: [] }\n`;
  const codes = (slug: string) => parseModesText(text(slug), { source: 'project' }).problems.map(({ code }) => code);
  expect(codes('a_b')).toEqual(['SLUG_INVALID', ...codes('a-b')]);
  expect(codes('a-b')).toEqual([
    'LIMIT_MISPLACED',
    'KEY_UNKNOWN',
    'GROUP_UNKNOWN',
    'GROUP_INVALID',
    'RESTRICTIONS_INVALID',
  ]);
});

describe('security M4: disabledTools of the settings', () => {
  const disabled = (...disabledTools: readonly string[]) => compilePolicy({ disabledTools });

  test('disabledTools supports the same wildcards as restrictions', () => {
    const policy = disabled('edit*', 'mcp--github--*');
    for (const tool of ['edit', 'edit_file', 'search_and_replace'])
      expect(decide(policy, { mode: 'code', tool, params: { file_path: 'a' } })).toMatchObject({
        code: 'TOOL_DISABLED',
        by: { layer: 'settings', pointer: '/disabledTools/0' },
      });
    expect(decide(policy, { mode: 'code', tool: 'read_file' }).allowed).toBe(true);
    const call = (server: string) => ({ tool: `mcp--${server}--x`, mcp: { server, tool: 'x' } });
    expect(decide(policy, { mode: 'code', ...call('github') })).toMatchObject({ code: 'TOOL_DISABLED' });
    expect(decide(policy, { mode: 'code', ...call('docs') }).allowed).toBe(true);
  });

  test.each(['Write_to_file', 'edti', ' write_to_file', 'execute_comand', 'x*'])(
    'usability B1: %j in disabledTools is a problem, because no tool has this name',
    (name) => {
      expect(disabled('read_file', name).problems).toMatchObject([
        { code: 'DISABLED_TOOL_UNKNOWN', severity: 'error', source: 'settings', pointer: '/disabledTools/1' },
      ]);
    },
  );

  test('an unknown name in disabledTools is reported with the nearest one', () => {
    expect(disabled('execute_comand').problems[0]?.message).toContain("Did you mean 'execute_command'?");
  });
});

test('security R7: a blank entry matches a blank name, and its problem says so', () => {
  const project = parseModes(
    { customModes: [{ ...mode, groups: ['mcp'], mcpRestrictions: { allowedServers: ['\t'] } }] },
    { source: 'project' },
  );
  const policy = compilePolicy({ project });
  expect(policy.problems).toMatchObject([
    {
      code: 'RESTRICTION_BLANK',
      message: expect.stringContaining('matches only a name that consists of exactly the same spaces'),
    },
  ]);
  const ask = (server: string) =>
    decide(policy, { mode: 'm', tool: 'use_mcp_tool', mcp: { server, tool: 'x' } }).allowed;
  expect([ask('\t'), ask(' '), ask('a')]).toEqual([true, false, false]);
});
