import {
  compilePolicy,
  decide,
  explain,
  findRule,
  formatRule,
  type McpServerPolicy,
  type ModeConfig,
  type Policy,
  type PolicyInput,
} from '@modegate/mode-core';
import type { McpRestrictions } from '@modegate/mode-core/modes';
import { parseModesText } from '@modegate/mode-core/text';
import { describe, expect, test } from 'vitest';

function mode(slug: string, mcpRestrictions?: McpRestrictions, more: Partial<ModeConfig> = {}): ModeConfig {
  return {
    slug,
    name: slug,
    roleDefinition: 'R',
    groups: ['read', 'mcp'],
    ...(mcpRestrictions === undefined ? {} : { mcpRestrictions }),
    ...more,
  };
}

const extending = (slug: string, parents: string | readonly string[], own: McpRestrictions = {}) =>
  mode(slug, { extends: parents, ...own });

function call(policy: Policy, slug: string, target: string) {
  const [server = '', tool] = target.split('/');
  return decide(policy, {
    mode: slug,
    tool: tool === undefined ? 'access_mcp_resource' : 'use_mcp_tool',
    mcp: { server, tool },
  });
}

function codes(input: PolicyInput): readonly string[] {
  return compilePolicy({ builtin: [], ...input }).problems.map(({ code }) => code);
}

describe('refusals of a parent mode', () => {
  const base = mode('base', {
    allowedServers: ['github', 'doc?'],
    disallowedServers: ['docs'],
    allowedTools: [{ serverName: 'github', toolName: '*' }],
    disallowedTools: [{ serverName: 'github', toolName: 'delete_*' }],
  });

  test.each([
    ['a server that the parent denies', { allowedServers: ['docs', 'github'] }, 'docs/search', 'MCP_SERVER_DISALLOWED'],
    [
      'a server that is not in the closed list of the parent',
      { allowedServers: ['gitlab'] },
      'gitlab/search',
      'MCP_SERVER_NOT_ALLOWED',
    ],
    ['a resource of it', { allowedServers: ['gitlab'] }, 'gitlab', 'MCP_SERVER_NOT_ALLOWED'],
    [
      'a tool that the parent denies',
      { allowedTools: [{ serverName: '*', toolName: '*' }] },
      'github/delete_branch',
      'MCP_TOOL_DISALLOWED',
    ],
    [
      'what the child denies itself',
      { disallowedTools: [{ serverName: '*', toolName: 'search' }] },
      'github/search',
      'MCP_TOOL_DISALLOWED',
    ],
    ['what the child leaves out of its own list', { allowedTools: [] }, 'github/search', 'MCP_TOOL_NOT_ALLOWED'],
  ] as readonly (readonly [string, McpRestrictions, string, string])[])(
    'the child mode refuses %s',
    (_name, own, target, code) => {
      expect(call(compilePolicy({ project: [base, extending('child', 'base', own)] }), 'child', target)).toMatchObject({
        code,
      });
    },
  );

  test('a call that neither mode refuses is allowed, and a child without rules has those of the parent', () => {
    const policy = compilePolicy({
      project: [extending('child', 'base', { allowedServers: ['*'] }), extending('heir', 'base'), base],
    });
    for (const slug of ['child', 'heir', 'base']) {
      expect(call(policy, slug, 'github/search').allowed).toBe(true);
      expect(call(policy, slug, 'github').allowed).toBe(true);
      expect(call(policy, slug, 'gitlab/search').allowed).toBe(false);
    }
    expect(policy.problems).toEqual([]);
  });

  test('each of several parents limits the child, and so do their parents', () => {
    const policy = compilePolicy({
      project: [
        mode('root', { disallowedServers: ['c'] }),
        extending('left', 'root', { allowedServers: ['a', 'b', 'c'] }),
        mode('right', undefined, { allowedMcpServers: ['b', 'c', 'd'] }),
        extending('child', ['left', 'right']),
      ],
    });
    expect('abcd'.split('').filter((server) => call(policy, 'child', `${server}/x`).allowed)).toEqual(['b']);
  });

  test('a closed list over tools holds for each mode of the chain', () => {
    const tool = (toolName: string) => ({ serverName: 's', toolName });
    const policy = compilePolicy({
      project: [
        mode('base', { allowedTools: [tool('get_*'), tool('list_*')] }),
        extending('child', 'base', { allowedTools: [tool('get_*'), tool('drop')] }),
      ],
    });
    expect(['get_x', 'list_x', 'drop'].map((name) => call(policy, 'child', `s/${name}`).allowed)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('groups and texts are not inherited', () => {
    const policy = compilePolicy({
      project: [
        mode('base', { disallowedServers: ['s'] }, { groups: [] }),
        extending('child', 'base', {}),
        { ...extending('poor', 'base'), groups: ['read'] },
      ],
    });
    expect(call(policy, 'child', 't/x').allowed).toBe(true);
    expect(call(policy, 'child', 's/x').allowed).toBe(false);
    expect(call(policy, 'poor', 't/x')).toMatchObject({ code: 'GROUP_MISSING' });
    expect(decide(policy, { mode: 'child', tool: 'read_file', params: { path: 'a' } }).allowed).toBe(true);
  });

  test('schedules and conditions of a parent apply to the child', () => {
    const schedule = { timeZone: 'UTC', days: ['mon'] } as const;
    const policy = compilePolicy({
      project: [mode('base', { schedule, when: { branch: 'main' } }), extending('child', 'base')],
    });
    const at = Date.parse('2026-11-23T12:00Z');
    const ask = (more: object) =>
      decide(policy, { mode: 'child', tool: 'use_mcp_tool', mcp: { server: 's', tool: 't' }, ...more });
    expect(ask({ at, context: { branch: 'main' } }).allowed).toBe(true);
    expect(ask({ context: { branch: 'main' } })).toMatchObject({ code: 'TIME_UNKNOWN' });
    expect(ask({ at })).toMatchObject({
      code: 'CONTEXT_UNKNOWN',
      by: { pointer: '/customModes/0/mcpRestrictions/when/branch' },
    });
  });
});

describe('a server that is disabled by default', () => {
  const servers: readonly McpServerPolicy[] = [{ name: 'admin', defaultEnabled: false }, { name: 'docs' }];
  const admin = (base: McpRestrictions, own: McpRestrictions) =>
    call(
      compilePolicy({ servers, project: [mode('base', base), extending('child', 'base', own)] }),
      'child',
      'admin/x',
    );

  test('a server that is disabled by default must be named in each mode of the chain', () => {
    expect(admin({ allowedServers: ['admin'] }, { allowedServers: ['admin'] }).allowed).toBe(true);
    expect(admin({ allowedServers: ['*'] }, { allowedServers: ['admin'] }).allowed).toBe(true);
    // The child takes the list over, so it has one.
    expect(admin({ allowedServers: ['admin'] }, {}).allowed).toBe(true);
    expect(admin({}, {})).toMatchObject({ code: 'MCP_SERVER_NOT_ENABLED' });
    expect(admin({}, { allowedServers: ['admin'] })).toMatchObject({
      code: 'MCP_SERVER_NOT_ENABLED',
      reason:
        "MCP server 'admin' is not enabled by default, and mode 'base', which mode 'child' extends, does not list it in 'allowedServers'.",
    });
  });

  test('a parent may rely on its own parent to name a server that is disabled by default', () => {
    const project = [
      mode('root', { allowedServers: ['admin'] }),
      extending('base', 'root'),
      extending('child', 'base', { allowedServers: ['admin'] }),
    ];
    expect(call(compilePolicy({ servers, project }), 'child', 'admin/x').allowed).toBe(true);
  });
});

describe('extends across layers', () => {
  const rules = (server: string): McpRestrictions => ({ disallowedServers: [server] });

  test('a project mode may extend a global or a built-in one', () => {
    const policy = compilePolicy({
      project: [extending('child', ['company', 'vendor'])],
      global: [mode('company', rules('a'))],
      builtin: [mode('vendor', rules('b'))],
    });
    expect(policy.problems).toEqual([]);
    expect(['a', 'b', 'c'].map((server) => call(policy, 'child', `${server}/x`).allowed)).toEqual([false, false, true]);
  });

  test('extends prefers a parent in the same layer', () => {
    const policy = compilePolicy({
      project: [extending('child', 'base'), mode('base', rules('a'))],
      global: [mode('base', rules('b'))],
    });
    expect(['a', 'b'].map((server) => call(policy, 'child', `${server}/x`).allowed)).toEqual([false, true]);
  });

  test('a project cannot replace the parent of a global mode', () => {
    const policy = compilePolicy({
      project: [mode('base')],
      global: [mode('base', rules('a')), extending('guarded', 'base')],
    });
    expect(call(policy, 'base', 'a/x').allowed).toBe(true);
    expect(call(policy, 'guarded', 'a/x')).toMatchObject({
      code: 'MCP_SERVER_DISALLOWED',
      by: { layer: 'global', pointer: '/customModes/0/mcpRestrictions/disallowedServers/0' },
    });
    expect(codes({ project: [extending('a', 'b')], global: [extending('b', 'c')], builtin: [mode('c')] })).toEqual([]);
    expect(codes({ project: [mode('only-here')], global: [extending('g', 'only-here')] })).toEqual(['EXTENDS_UNKNOWN']);
  });

  test('a mode that extends its own slug inherits from the mode that it hides', () => {
    const policy = compilePolicy({
      project: [extending('code', 'code')],
      global: [extending('code', 'code', rules('a'))],
      builtin: [mode('code', rules('b'))],
    });
    expect(policy.problems.map(({ code }) => code)).toEqual(['MODE_SHADOWED', 'MODE_SHADOWED']);
    expect(['a', 'b', 'c'].map((server) => call(policy, 'code', `${server}/x`).allowed)).toEqual([false, false, true]);
  });

  test('a broken hidden parent breaks the child', () => {
    const input: PolicyInput = { project: [extending('code', 'code')], global: [{ ...mode('code'), name: '' }] };
    expect(codes(input)).toContain('EXTENDS_BROKEN');
    expect(decide(compilePolicy(input), { mode: 'code', tool: 'read_file' })).toMatchObject({ code: 'MODE_INVALID' });
  });

  test('an unreadable file may define any parent, so the child is refused', () => {
    const global = parseModesText('{', { source: 'global', file: 'custom_modes.yaml' });
    const policy = compilePolicy({
      project: [extending('child', 'company'), extending('fine', 'base'), mode('base')],
      global,
    });
    expect(decide(policy, { mode: 'child', tool: 'read_file' })).toMatchObject({
      code: 'MODE_INVALID',
      reason: expect.stringContaining("extends 'company', and a modes file that may define it could not be read."),
    });
    expect(decide(policy, { mode: 'fine', tool: 'read_file' }).allowed).toBe(true);
  });
});

describe('a mode with invalid parents', () => {
  const invalid = (project: PolicyInput['project'], slug: string) => {
    const policy = compilePolicy({ builtin: [], project });
    for (const tool of ['read_file', 'attempt_completion', 'use_mcp_tool'])
      expect(
        decide(policy, { mode: slug, tool, mcp: tool === 'use_mcp_tool' ? { server: 's', tool: 't' } : undefined }),
      ).toMatchObject({
        code: 'MODE_INVALID',
      });
    expect(policy.modes.find(({ config }) => config.slug === slug)?.invalid).toBeDefined();
    return policy.problems.map(({ code, mode: of, pointer, message }) => ({ code, of, pointer, message }));
  };

  test('an unknown parent is reported with the nearest slug', () => {
    expect(invalid([mode('company-base'), extending('child', ['company-base', 'compny-base'])], 'child')).toEqual([
      {
        code: 'EXTENDS_UNKNOWN',
        of: 'child',
        pointer: '/customModes/1/mcpRestrictions/extends/1',
        message:
          "Mode 'child' extends 'compny-base', which neither its own layer nor a weaker one defines. Did you mean 'company-base'?",
      },
    ]);
  });

  test('a mode cannot extend itself', () => {
    expect(invalid([extending('child', 'child')], 'child')).toMatchObject([{ code: 'EXTENDS_CYCLE' }]);
  });

  test('a cycle of parents and the modes that extend into it are invalid', () => {
    const project = [
      extending('a', 'b'),
      extending('b', 'c'),
      extending('c', 'a'),
      extending('below', 'a'),
      extending('lower', 'below'),
    ];
    expect(invalid(project, 'a').map(({ of, code }) => `${of} ${code}`)).toEqual([
      'a EXTENDS_CYCLE',
      'b EXTENDS_CYCLE',
      'c EXTENDS_CYCLE',
      'below EXTENDS_BROKEN',
      'lower EXTENDS_BROKEN',
    ]);
    expect(invalid(project, 'lower')[0]?.message).toBe(
      "Mode 'a' extends itself: 'a' extends 'b' extends 'c' extends 'a'. Remove one of these entries to break the loop.",
    );
  });

  test('a parent that is invalid or has unreadable restrictions makes the child invalid', () => {
    expect(invalid([{ ...mode('base'), name: '' }, extending('child', 'base')], 'child')).toMatchObject([
      {},
      { code: 'EXTENDS_BROKEN' },
    ]);
    const misspelt = { ...mode('base'), mcpRestrictions: { allowServers: [] } as McpRestrictions };
    expect(
      invalid([misspelt, extending('child', 'base'), extending('grandchild', 'child')], 'grandchild'),
    ).toMatchObject([
      { code: 'RESTRICTIONS_INVALID' },
      { code: 'EXTENDS_BROKEN', of: 'child' },
      { code: 'EXTENDS_BROKEN', of: 'grandchild' },
    ]);
  });

  test.each([[7], [null], [[]], [['a', 7]], [{ a: 'b' }], [''], ['a b'], [[['a']]]])(
    'extends with the invalid slug %j is refused',
    (value) => {
      const child = extending('child', value as unknown as string);
      expect(invalid([mode('a'), child], 'child')).toMatchObject([{ code: 'EXTENDS_INVALID', of: 'child' }]);
    },
  );

  test('the name of an object member is an unknown parent', () => {
    expect(invalid([extending('child', 'constructor')], 'child')).toMatchObject([{ code: 'EXTENDS_UNKNOWN' }]);
  });
});

describe('the explanation of an inherited restriction', () => {
  const company = parseModesText(
    `customModes:
  - slug: base
    name: Base
    roleDefinition: R
    groups: []
    mcpRestrictions:
      disallowedTools:
        - { serverName: github, toolName: "delete_*" }
`,
    { source: 'global', file: 'custom_modes.yaml' },
  );
  const policy = compilePolicy({ global: company, project: [extending('child', 'base')] });
  const request = { mode: 'child', tool: 'use_mcp_tool', mcp: { server: 'github', tool: 'delete_branch' } };

  test("the explanation names the parent's rule with its file and line", () => {
    const { decision, steps } = explain(policy, request);
    expect(decision).toMatchObject({
      code: 'MCP_TOOL_DISALLOWED',
      reason: "Tool 'delete_branch' of MCP server 'github' is disallowed in mode 'base', which mode 'child' extends.",
      by: { layer: 'global', mode: 'base', file: 'custom_modes.yaml', line: 8 },
    });
    expect(formatRule(decision.by)).toBe(
      'global custom_modes.yaml:8 (/customModes/0/mcpRestrictions/disallowedTools/0)',
    );
    expect(findRule(policy, decision.by)).toEqual({ serverName: 'github', toolName: 'delete_*' });
    expect(steps.at(-1)).toMatchObject({ check: 'mcp-tool', outcome: 'refused' });
  });

  test('the explanation names the file and line of a missing parent', () => {
    const text = `customModes:
  - slug: child
    name: Child
    roleDefinition: R
    groups: []
    mcpRestrictions:
      extends:
        - base
        - house-ruels
`;
    const project = parseModesText(text, { source: 'project', file: '.roomodes' });
    const { problems, compiled } = compilePolicy({ project, global: [mode('base'), mode('house-rules')] });
    expect(problems).toMatchObject([
      {
        code: 'EXTENDS_UNKNOWN',
        severity: 'error',
        file: '.roomodes',
        line: 9,
        column: 11,
        message: expect.stringMatching(/Did you mean 'house-rules'\?$/),
      },
    ]);
    expect(compiled.modes.get('child')?.refusal?.by).toMatchObject({ file: '.roomodes', line: 9 });
  });

  test('the policy mode lists the restrictions that it inherits, with their places', () => {
    const inherits = (slug: string) => policy.modes.find(({ config }) => config.slug === slug)?.inherits;
    expect(inherits('child')).toEqual([
      { layer: 'global', mode: 'base', pointer: '/customModes/0', file: 'custom_modes.yaml', line: 2 },
    ]);
    expect(inherits('base')).toEqual([]);
    expect(findRule(policy, inherits('child')?.[0] ?? { layer: 'default', pointer: '' })).toMatchObject({
      slug: 'base',
    });
    const broken = compilePolicy({ project: [extending('child', ['child', 'gone'])] });
    expect(broken.modes.find(({ config }) => config.slug === 'child')?.inherits).toEqual([]);
  });

  test('an allowance in both own and inherited lists is attributed to the own one', () => {
    const both = compilePolicy({
      project: [
        mode('base', { allowedServers: ['*'], allowedTools: [{ serverName: '*', toolName: '*' }] }),
        extending('child', 'base', { allowedServers: ['s'], allowedTools: [{ serverName: 's', toolName: 't' }] }),
        extending('heir', 'base'),
      ],
    });
    expect(call(both, 'child', 's/t').by.pointer).toBe('/customModes/1/mcpRestrictions/allowedTools/0');
    expect(call(both, 'child', 's').by.pointer).toBe('/customModes/1/mcpRestrictions/allowedServers/0');
    expect(call(both, 'heir', 's').by.pointer).toBe('/customModes/0/mcpRestrictions/allowedServers/0');
  });
});

describe('hostile inheritance', () => {
  const slug = (index: number) => `m${index}`;

  test('a cycle of a thousand modes is refused', () => {
    const project = Array.from({ length: 1000 }, (_, index) => extending(slug(index), slug((index + 1) % 1000)));
    const { problems } = compilePolicy({ builtin: [], project });
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['EXTENDS_CYCLE']));
    expect(problems).toHaveLength(1000);
    expect(Math.max(...problems.map(({ message }) => message.length))).toBeLessThan(300);
  });

  test('a chain of twenty thousand modes: the first 32 can be extended, the others refuse', () => {
    const project = Array.from({ length: 20_000 }, (_, index) =>
      index === 0 ? mode(slug(0), { disallowedServers: ['x'] }) : extending(slug(index), slug(index - 1)),
    );
    const policy = compilePolicy({ builtin: [], project });
    expect(call(policy, slug(32), 'x/y')).toMatchObject({ code: 'MCP_SERVER_DISALLOWED' });
    expect(call(policy, slug(32), 'z/y').allowed).toBe(true);
    expect(call(policy, slug(33), 'z/y')).toMatchObject({ code: 'MODE_INVALID' });
    expect(call(policy, slug(19_999), 'z/y')).toMatchObject({ code: 'MODE_INVALID' });
    expect(policy.problems[0]).toMatchObject({ code: 'EXTENDS_INVALID', mode: slug(33) });
  });

  test('a ladder of modes with two parents each is compiled without duplicates', () => {
    const project = Array.from({ length: 15 }, (_, rung) =>
      ['a', 'b'].map((side) =>
        rung === 0 ? mode(`${side}0`) : extending(`${side}${rung}`, [`a${rung - 1}`, `b${rung - 1}`]),
      ),
    ).flat();
    const policy = compilePolicy({ builtin: [], project });
    expect(policy.problems).toEqual([]);
    expect(policy.compiled.modes.get('a14')?.mcp.sets).toHaveLength(29);
  });

  test('a long list that thousands of modes extend is kept in memory once', () => {
    const disallowedTools = Array.from({ length: 20_000 }, (_, index) => ({ serverName: 's', toolName: `t${index}` }));
    const project = [
      mode('base', { disallowedTools }),
      ...Array.from({ length: 5000 }, (_, index) => extending(slug(index), 'base')),
    ];
    const policy = compilePolicy({ builtin: [], project });
    const [first, last] = [slug(0), slug(4999)].map((name) => policy.compiled.modes.get(name)?.mcp.sets[1]);
    expect(first).toBe(last);
    expect(call(policy, slug(4999), 's/t19999')).toMatchObject({ code: 'MCP_TOOL_DISALLOWED' });
  });

  test('ten thousand parents, known or unknown, unique or repeated, are refused', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => slug(index));
    expect(codes({ project: [extending('child', many)] })).toEqual(['EXTENDS_INVALID']);
    expect(
      codes({
        project: [
          mode('a'),
          extending(
            'child',
            Array.from({ length: 33 }, () => 'a'),
          ),
        ],
      }),
    ).toEqual(['EXTENDS_INVALID']);
    expect(
      codes({
        project: [
          mode('a'),
          extending(
            'child',
            Array.from({ length: 32 }, () => 'a'),
          ),
        ],
      }),
    ).toEqual([]);
    const unknown = Array.from({ length: 10_000 }, (_, index) => extending(slug(index), `n${index}`));
    expect(codes({ project: unknown })).toHaveLength(10_000);
  });
});
