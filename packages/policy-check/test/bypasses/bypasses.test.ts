import { compilePolicy, findRule, type ModeConfig } from '@modegate/mode-core';
import {
  type BypassKind,
  findBypasses,
  type PermissionRow,
  permissionMatrix,
  type ServerInventory,
} from '@modegate/policy-check/permissions';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isReadOnly } from '../../src/bypasses/can-write.ts';
import { grantsMore } from '../../src/matrix/compare-rows.ts';
import { arbitraryInventory, arbitraryPolicies } from '../support/arbitrary-policy.ts';

const limited: ModeConfig['groups'][number] = ['edit', { fileRegex: '^docs/.*\\.md$' }];
const mode = (groups: ModeConfig['groups'], more: Partial<ModeConfig> = {}): ModeConfig => ({
  slug: 'm',
  name: 'M',
  roleDefinition: 'A role.',
  groups,
  ...more,
});
const files: ServerInventory = {
  name: 'files',
  tools: [
    { name: 'read_text', hints: { readOnly: true } },
    { name: 'write_text', hints: { readOnly: false } },
    { name: 'frobnicate' },
    { name: 'list_all' },
  ],
};
const find = (config: ModeConfig, inventory: readonly ServerInventory[] = []) =>
  findBypasses(compilePolicy({ project: [config], builtin: [], servers: [{ name: 'files' }] }), { inventory });
const kindsOf = (config: ModeConfig, inventory?: readonly ServerInventory[]): readonly BypassKind[] =>
  find(config, inventory).map(({ kind }) => kind);

describe('findEscapes', () => {
  test('findEscapes: a file limit does not hold if the mode may run commands', () => {
    const [found] = find(mode(['read', limited, 'command']));
    expect(found).toEqual({
      kind: 'file-limit-by-command',
      mode: 'm',
      message:
        "Mode 'm' may edit only files that match ^docs/.*\\.md$, but 'execute_command' can write any file. Remove the group 'command', or do not rely on the limit.",
      certainty: 'certain',
      through: [{ kind: 'tool', tool: 'execute_command' }],
      modes: [],
      by: expect.objectContaining({ pointer: '/customModes/0/groups/2' }),
      limit: expect.objectContaining({ pointer: '/customModes/0/groups/1/1/fileRegex' }),
    });
    expect(kindsOf(mode(['read', limited]))).toEqual([]);
    const reader = mode([['read', { fileRegex: '^docs/' }], 'edit', 'command']);
    expect(find(reader)[0]?.message).toContain(
      "may read only files that match ^docs/, but 'execute_command' can read any file",
    );
  });

  test('findEscapes: a file limit, or no edit at all, does not hold if a server can write', () => {
    const names = (config: ModeConfig) =>
      find(config, [files]).map(({ kind, certainty, through }) => [
        kind,
        certainty,
        through.map((subject) => ('tool' in subject ? subject.tool : '')),
      ]);
    expect(names(mode([limited, 'mcp']))).toEqual([
      ['file-limit-by-mcp', 'likely', ['frobnicate']],
      ['file-limit-by-mcp', 'certain', ['write_text']],
    ]);
    expect(names(mode(['read', 'mcp'])).map(([kind]) => kind)).toEqual(['read-only-by-mcp', 'read-only-by-mcp']);
    const readers = ['read_text', 'list_all'].map((toolName) => ({ serverName: 'files', toolName }));
    expect(kindsOf(mode(['read', 'mcp'], { mcpRestrictions: { allowedTools: readers } }), [files])).toEqual([
      'open-resources',
    ]);
  });

  test('findEscapes: a server about which nothing is known may write', () => {
    expect(find(mode(['read', 'mcp'])).map(({ kind, certainty }) => [kind, certainty])).toEqual([
      ['read-only-by-mcp', 'possible'],
    ]);
  });

  test('findEscapes: a mode without edit can write through its commands', () => {
    expect(kindsOf(mode(['read', 'command', 'mcp']), [files])).toEqual(['read-only-by-command']);
  });

  test('findEscapes: a mode that may edit its own rules can widen them', () => {
    expect(kindsOf(mode(['edit']))).toEqual(['own-rules']);
    expect(find(mode([['edit', { fileRegex: 'json$' }]]))[0]?.message).toContain(
      "may edit '.roo/mcp.json', and can therefore change its own rules",
    );
    expect(kindsOf(mode([['edit', { fileRegex: '(' }]]))).toEqual([]);
  });

  test('findEscapes: a mode can continue in a wider mode', () => {
    const wider = { ...mode(['read', limited]), slug: 'wider' };
    const policy = compilePolicy({ project: [mode(['read']), wider], builtin: [] });
    expect(findBypasses(policy).map(({ kind, mode: slug, modes }) => [kind, slug, modes])).toEqual([
      ['wider-mode', 'm', ['wider']],
    ]);
    const fixed = compilePolicy({
      project: [mode(['read']), wider],
      builtin: [],
      disabledTools: ['switch_mode', 'new_task'],
    });
    expect(findBypasses(fixed)).toEqual([]);
  });

  test('findEscapes finds the same wider modes as a comparison of every pair', () => {
    const groups = ['read', 'edit', 'command', 'mcp'];
    const patterns = ['a', '^a', 'a$', '^a|b', 'a|b', '\\.md$', '.md$', '.*', '', '^docs/', '('];
    const group = fc.oneof(
      fc.constantFrom(...groups),
      fc.tuple(fc.constantFrom('read', 'edit'), fc.record({ fileRegex: fc.constantFrom(...patterns) })),
    );
    const servers = fc.subarray(['files', 'git*', '*']);
    const when = fc.constantFrom({}, { when: { branch: 'main' } }, { when: { ci: true } });
    const restrictions = fc.oneof(
      fc.constant({}),
      fc.tuple(servers, when).map(([disallowedServers, on]) => ({ mcpRestrictions: { disallowedServers, ...on } })),
      fc.tuple(servers, when).map(([names, on]) => ({
        mcpRestrictions: { disallowedTools: names.map((serverName) => ({ serverName, toolName: 'get_*', ...on })) },
      })),
    );
    const arbitraryModes = fc.array(
      fc.tuple(fc.uniqueArray(group, { selector: (one) => JSON.stringify(one) }), restrictions),
      {
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(arbitraryModes, fc.boolean(), (written, areServersKnown) => {
        const project = written.map(([held, more], index) => ({ ...mode(held as never, more), slug: `m${index}` }));
        const policy = compilePolicy({
          project,
          builtin: [],
          ...(areServersKnown ? { servers: [{ name: 'files' }] } : {}),
        });
        const { modes, rows } = permissionMatrix(policy);
        const rowsOf = new Map(modes.map((one) => [one, rows.filter((row) => row.mode === one)]));
        const wider = (one: string) =>
          modes.filter((other) =>
            rowsOf.get(other)?.some((row, at) => grantsMore(rowsOf.get(one)?.[at] as PermissionRow, row)),
          );
        const found = findBypasses(policy).filter(({ kind }) => kind === 'wider-mode');
        expect(Object.fromEntries(found.map((way) => [way.mode, way.modes]))).toEqual(
          Object.fromEntries(modes.map((one) => [one, wider(one)] as const).filter(([, others]) => others.length > 0)),
        );
      }),
      { numRuns: 300 },
    );
  });

  test('a deny list leaves resources and later tools open', () => {
    const denied = mode(['read', 'edit', 'mcp'], {
      mcpRestrictions: { disallowedTools: [{ serverName: 'files', toolName: 'write_text' }] },
    });
    expect(kindsOf(denied, [files])).toEqual(['own-rules', 'open-resources', 'later-tools']);
    const off = { name: 'files', disabledTools: ['list_all'], disabledInAnyCase: true };
    const inAnyCase = compilePolicy({ project: [denied], builtin: [], servers: [off] });
    expect(findBypasses(inAnyCase, { inventory: [files] }).map(({ kind }) => kind)).toContain('later-tools');
    const closed = mode(['read', 'edit', 'mcp'], { mcpRestrictions: { disallowedServers: ['files'] } });
    expect(kindsOf(closed, [files])).toEqual(['own-rules']);
  });

  test('every escape names existing rules, and a mode that may use nothing has no escape', () => {
    fc.assert(
      fc.property(arbitraryPolicies, arbitraryInventory, ({ policy }, inventory) => {
        for (const found of findBypasses(policy, { inventory })) {
          expect(findRule(policy, found.by)).toBeDefined();
          if (found.limit !== undefined) expect(findRule(policy, found.limit)).toBeDefined();
          expect(found.message).toContain(`'${found.mode}'`);
          expect(found.through.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 300 },
    );
    expect(kindsOf({ slug: 'm', groups: ['edit', 'command'] } as unknown as ModeConfig)).toEqual([]);
  });
});

test('a tool is not read-only because only the beginning of its long first word suggests reading', () => {
  expect(isReadOnly({ name: 'get_file' })).toBe(true);
  expect(isReadOnly({ name: `${'_'.repeat(197)}getaway_delete` })).toBe(false);
});
