import { compilePolicy, decide, type ModeConfig, type Policy, type ToolRequest } from '@modegate/mode-core';
import { parseModesText } from '@modegate/mode-core/text';
import { formatSubject, type PermissionRow, permissionMatrix, subjectKey } from '@modegate/policy-check/permissions';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arbitraryInventory,
  arbitraryMode,
  arbitraryPolicies,
  arbitraryServers,
  toolNames,
} from '../support/arbitrary-policy.ts';

const base: ModeConfig = { slug: 'm', name: 'M', roleDefinition: 'A role.', groups: ['read', 'mcp'] };
const inventory = [{ name: 'github', tools: [{ name: 'search' }, { name: 'delete_repo' }] }];
const servers = [{ name: 'github', disabledTools: ['fork'] }];
const rowsOf = (...project: readonly ModeConfig[]) =>
  permissionMatrix(compilePolicy({ project, builtin: [], servers }), { inventory }).rows;
const find = (rows: readonly PermissionRow[], words: string, mode = 'm') =>
  rows.find((row) => row.mode === mode && formatSubject(row.subject) === words);
const tool = (toolName: string) => ({ serverName: 'github', toolName });

describe('permissionMatrix', () => {
  test('permissionMatrix says what each mode allows for each tool, server and server tool, and by which rule', () => {
    const text = `customModes:
  - slug: writer
    name: Writer
    roleDefinition: You write.
    groups:
      - read
      - - edit
        - fileRegex: ^docs/
          description: Docs
      - mcp
`;
    const project = parseModesText(text, { source: 'project', file: '.roomodes' });
    const policy = compilePolicy({ project, builtin: [], servers });
    const { modes, servers: names, rows } = permissionMatrix(policy, { inventory });
    expect([modes, names]).toEqual([['writer'], ['github']]);
    expect(rows.slice(-5).map((row) => [formatSubject(row.subject), row.state, row.code])).toEqual([
      ['resources of github', 'allowed', undefined],
      ['github/delete_repo', 'allowed', undefined],
      ['github/fork', 'denied', 'MCP_TOOL_DISABLED'],
      ['github/search', 'allowed', undefined],
      ['other tools of github', 'allowed', undefined],
    ]);
    expect(find(rows, 'read_file', 'writer')).toMatchObject({ state: 'allowed', by: { file: '.roomodes', line: 6 } });
    expect(find(rows, 'write_to_file', 'writer')).toMatchObject({
      state: 'limited',
      by: { line: 8, pointer: '/customModes/0/groups/1/1/fileRegex' },
      conditions: [{ kind: 'files', pattern: '^docs/', description: 'Docs' }],
    });
    expect(find(rows, 'execute_command', 'writer')).toMatchObject({ state: 'denied', code: 'GROUP_MISSING' });
    expect(find(rows, 'use_mcp_tool', 'writer')).toMatchObject({
      state: 'limited',
      conditions: [{ kind: 'server-and-tool' }],
    });
    expect(find(rows, 'switch_mode', 'writer')).toMatchObject({
      state: 'allowed',
      by: { pointer: '/always-available' },
    });
  });

  test.each<[string, ModeConfig['mcpRestrictions'], PermissionRow['state'], readonly unknown[]]>([
    ['no rule', {}, 'allowed', []],
    ['a closed list', { allowedTools: [tool('search')] }, 'denied', []],
    ['a deny list', { disallowedTools: [tool('search')] }, 'allowed', []],
    ['everything denied', { disallowedTools: [tool('*')] }, 'denied', []],
    [
      'a pattern that denies some names',
      { disallowedTools: [tool('delete_*')] },
      'unknown',
      [{ kind: 'tool-names', otherwise: 'allowed', allow: [], deny: ['delete_*'] }],
    ],
    [
      'a pattern that allows some names',
      { allowedTools: [tool('get_*')] },
      'unknown',
      [{ kind: 'tool-names', otherwise: 'denied', allow: ['get_*'], deny: [] }],
    ],
    ['a pattern beside one for all', { allowedTools: [tool('*'), tool('get_*')] }, 'allowed', []],
    ['patterns of other servers', { allowedTools: [{ serverName: 'x', toolName: 'get_*' }] }, 'denied', []],
    ['a closed list of servers', { allowedServers: [], allowedTools: [tool('get_*')] }, 'denied', []],
  ])('the row of unlisted tools says no more than is true: %s', (_name, mcpRestrictions, state, conditions) => {
    const row = mcpRestrictions && find(rowsOf({ ...base, mcpRestrictions }), 'other tools of github');
    expect(row).toMatchObject({ state, conditions });
  });

  test.each<[string, readonly string[], ModeConfig['mcpRestrictions'], PermissionRow['state'], readonly unknown[]]>([
    [
      'its name in another case has no row',
      ['fork'],
      {},
      'unknown',
      [{ kind: 'tool-names', otherwise: 'allowed', allow: [], deny: [], denyInAnyCase: ['fork'] }],
    ],
    [
      'patterns of the mode keep their case',
      ['Admin_*', 'fork'],
      { disallowedTools: [tool('delete_*')] },
      'unknown',
      [
        {
          kind: 'tool-names',
          otherwise: 'allowed',
          allow: [],
          deny: ['delete_*'],
          denyInAnyCase: ['Admin_*', 'fork'],
        },
      ],
    ],
    [
      'the same pattern of the mode says nothing more',
      ['delete_*'],
      { disallowedTools: [tool('delete_*')] },
      'unknown',
      [{ kind: 'tool-names', otherwise: 'allowed', allow: [], deny: [], denyInAnyCase: ['delete_*'] }],
    ],
    [
      'the name that is asked about is not among them',
      ['*OTHER*'],
      {},
      'unknown',
      [{ kind: 'tool-names', otherwise: 'allowed', allow: [], deny: [], denyInAnyCase: ['*OTHER*'] }],
    ],
    ['a name without letters has one case', ['42'], {}, 'allowed', []],
    [
      'nor has a pattern without letters',
      ['?-?'],
      {},
      'unknown',
      [{ kind: 'tool-names', otherwise: 'allowed', allow: [], deny: ['?-?'] }],
    ],
    ['nothing is left to deny under a closed list', ['fork'], { allowedTools: [tool('search')] }, 'denied', []],
    ['all are denied', ['*'], {}, 'denied', []],
  ])(
    'the matrix row for a server whose denials always apply: %s',
    (_name, disabledTools, mcpRestrictions, state, conditions) => {
      const policy = compilePolicy({
        project: [{ ...base, mcpRestrictions: mcpRestrictions ?? {} }],
        builtin: [],
        servers: [{ name: 'github', disabledTools, disabledInAnyCase: true }],
      });
      const row = find(permissionMatrix(policy, { inventory }).rows, 'other tools of github');
      expect(row?.state).toBe(state);
      expect(row?.conditions).toEqual(conditions);
    },
  );

  test('a schedule limits a row if the time is unknown, and decides it otherwise', () => {
    const schedule = { timeZone: 'UTC', from: '09:00', to: '17:00' };
    const policy = compilePolicy({ project: [{ ...base, mcpRestrictions: { schedule } }], builtin: [], servers });
    const at = (hour: number) =>
      permissionMatrix(policy, { inventory, circumstances: { at: Date.UTC(2026, 0, 5, hour) } }).rows;
    const conditions = [{ kind: 'circumstances', of: 'mode', schedule }];
    expect(find(permissionMatrix(policy, { inventory }).rows, 'github/search')).toMatchObject({
      state: 'limited',
      conditions,
    });
    expect(find(at(10), 'github/search')).toMatchObject({ state: 'allowed', conditions });
    expect(find(at(20), 'github/search')).toMatchObject({ state: 'denied', code: 'OUTSIDE_SCHEDULE', conditions });
  });

  test('permissionMatrix includes inherited rules, even from a hidden mode', () => {
    const parent: ModeConfig = { ...base, slug: 'parent', mcpRestrictions: { disallowedTools: [tool('delete_*')] } };
    const rows = rowsOf({ ...base, mcpRestrictions: { extends: 'parent' } }, parent);
    expect(find(rows, 'github/delete_repo')).toMatchObject({ state: 'denied', code: 'MCP_TOOL_DISALLOWED' });
    expect(find(rows, 'other tools of github')?.state).toBe('unknown');
    const hidden = compilePolicy({
      project: [{ ...base, mcpRestrictions: { extends: 'm' } }],
      global: [{ ...base, mcpRestrictions: { disallowedTools: [tool('delete_*')] } }],
      builtin: [],
      servers,
    });
    expect(find(permissionMatrix(hidden, { inventory }).rows, 'other tools of github')).toMatchObject({
      state: 'unknown',
      conditions: [{ kind: 'tool-names', otherwise: 'allowed', allow: [], deny: ['delete_*'] }],
    });
  });

  test('security M7: the cost of inheritance grows only with its edges, also in circles', () => {
    for (const isCyclic of [true, false]) {
      const [fewer, more] = [100, 200].map((count) => countReads(inheriting(count, isCyclic)));
      expect(more).toBeLessThan((fewer ?? 0) * 3);
    }
  });

  test('an invalid mode, an unknown mode and a broken restriction are denied with their reason', () => {
    const broken = { ...base, slug: 'broken', mcpRestrictions: { allowServers: [] } } as unknown as ModeConfig;
    const invalid = { slug: 'invalid', groups: [] } as unknown as ModeConfig;
    const policy = compilePolicy({ project: [broken, invalid], builtin: [], servers });
    const { rows } = permissionMatrix(policy, { modes: ['broken', 'invalid', 'none'] });
    expect(find(rows, 'resources of github', 'broken')?.code).toBe('MCP_RESTRICTIONS_INVALID');
    expect(find(rows, 'read_file', 'invalid')?.code).toBe('MODE_INVALID');
    expect(find(rows, 'read_file', 'none')?.code).toBe('MODE_UNKNOWN');
  });

  test('one row represents all other servers if the servers are unknown', () => {
    const rows = permissionMatrix(
      compilePolicy({
        project: [base, { ...base, slug: 'c', mcpRestrictions: { allowedServers: ['x'] } }],
        builtin: [],
      }),
    ).rows;
    expect(find(rows, 'other servers')?.state).toBe('allowed');
    expect(find(rows, 'other servers', 'c')?.state).toBe('denied');
    expect(find(rows, 'resources of x', 'c')?.state).toBe('allowed');
  });

  test('permissionMatrix returns one row per subject and mode, with the same rows in every mode', () => {
    fc.assert(
      fc.property(arbitraryPolicies, arbitraryInventory, ({ policy }, known) => {
        const { rows, modes } = permissionMatrix(policy, { inventory: known });
        const keysOf = (slug: string) =>
          rows.filter(({ mode }) => mode === slug).map(({ subject }) => subjectKey(subject));
        const first = keysOf(modes[0] ?? '');
        expect(new Set(first).size).toBe(first.length);
        for (const mode of modes) expect(keysOf(mode)).toEqual(first);
      }),
    );
  });
});

describe('a matrix of rules that depend on time, circumstances and other modes', () => {
  const conditions = fc.record(
    {
      schedule: fc.constantFrom(
        { timeZone: 'UTC', from: '09:00', to: '17:00' },
        { timeZone: 'UTC', days: ['sat'] as const },
      ),
      when: fc.constantFrom({ branch: 'main' }, { ci: true }),
    },
    { requiredKeys: [] },
  );
  const moded = (slug: string, parent: string) =>
    fc
      .tuple(arbitraryMode(slug), conditions, conditions, conditions, fc.boolean())
      .map(([mode, all, allow, deny, extending]): ModeConfig => {
        const own = mode.mcpRestrictions ?? {};
        const [first, ...rest] = own.allowedTools ?? [];
        const [denied, ...others] = own.disallowedTools ?? [];
        return {
          ...mode,
          groups: ['mcp'],
          mcpRestrictions: {
            ...own,
            ...all,
            ...(extending ? { extends: parent } : {}),
            ...(first === undefined ? {} : { allowedTools: [{ ...first, ...allow }, ...rest] }),
            ...(denied === undefined ? {} : { disallowedTools: [{ ...denied, ...deny }, ...others] }),
          },
        };
      });
  const situations = [
    {},
    { at: Date.UTC(2026, 0, 5, 10) },
    { at: Date.UTC(2026, 0, 10, 20), context: { branch: 'main', ci: false } },
    { at: Date.UTC(2026, 0, 10, 10), context: { branch: 'x', ci: true } },
    { context: { branch: 'main', ci: true } },
  ];

  test('the matrix says the same as decide for given circumstances, and without any, what holds in all of them', () => {
    fc.assert(
      fc.property(
        moded('a', 'b'),
        moded('b', 'c'),
        arbitraryServers,
        arbitraryInventory,
        (first, second, known, offered) => {
          const global: ModeConfig = { ...base, slug: 'c', mcpRestrictions: { disallowedTools: [tool('get_*')] } };
          const policy = compilePolicy({ project: [first, second], global: [global], builtin: [], servers: known });
          const general = permissionMatrix(policy, { inventory: offered }).rows;
          for (const circumstances of situations) {
            const rows = permissionMatrix(policy, { inventory: offered, circumstances }).rows;
            for (const [index, row] of rows.entries())
              for (const request of requestsOf(row, rows)) {
                const { allowed } = decide(policy, { ...request, ...circumstances });
                for (const said of [row, general[index]])
                  if (said?.state === 'allowed' || said?.state === 'denied')
                    expect({ said, circumstances, request, allowed }).toMatchObject({
                      allowed: said.state === 'allowed',
                    });
              }
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

function requestsOf({ mode, subject }: PermissionRow, rows: readonly PermissionRow[]): readonly ToolRequest[] {
  const server = 'server' in subject ? subject.server : 'never_named';
  const call = (name: string | undefined): ToolRequest => ({
    mode,
    tool: name === undefined ? 'access_mcp_resource' : 'use_mcp_tool',
    mcp: { server, tool: name },
  });
  switch (subject.kind) {
    case 'tool':
      return [];
    case 'mcp-resources':
      return [call(undefined)];
    case 'mcp-tool':
      return [call(subject.tool)];
    default: {
      const named = new Set(
        rows.flatMap((row) =>
          row.subject.kind === 'mcp-tool' && row.subject.server === server ? [row.subject.tool] : [],
        ),
      );
      return [...toolNames, 'late', 'y', 'zz', 'get_', '_a', 'ss'].filter((name) => !named.has(name)).map(call);
    }
  }
}

/** Modes of which each extends the next thirty. */
function inheriting(count: number, isCyclic: boolean): Policy {
  const project = Array.from({ length: count }, (_, index): ModeConfig => {
    const parents = Array.from({ length: 30 }, (_, step) => index + step + 1)
      .filter((parent) => isCyclic || parent < count)
      .map((parent) => `m${parent % count}`);
    return { ...base, slug: `m${index}`, mcpRestrictions: parents.length === 0 ? {} : { extends: parents } };
  });
  return compilePolicy({ project, builtin: [], servers: [] });
}

/** How often a matrix looks at the modes that the policy lists, and at anything in them. */
function countReads(policy: Policy): number {
  let reads = 0;
  const watch = <Value extends object>(value: Value): Value =>
    new Proxy(value, {
      get(target, key, receiver) {
        reads++;
        const found: unknown = Reflect.get(target, key, receiver);
        return typeof found === 'object' && found !== null ? watch(found) : found;
      },
    });
  permissionMatrix({ ...policy, modes: watch([...policy.modes].map((mode) => ({ ...mode }))) });
  return reads;
}
