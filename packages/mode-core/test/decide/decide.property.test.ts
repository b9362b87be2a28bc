import { compilePolicy, decide, explain, findRule, type ModeConfig, type ToolRequest } from '@modegate/mode-core';
import { getGroupName, type McpRestrictions, toolGroups } from '@modegate/mode-core/modes';
import { toolCatalogue } from '@modegate/mode-core/tools';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normaliseProjectPath } from '../../src/tools/project-path.ts';

const serverName = fc.constantFrom('github', 'docs', 'admin', 'we*', 'd?cs', '*', '');
const toolName = fc.constantFrom('search', 'get_secrets', 'get_*', '*', 's?arch');
const toolReference = fc.record({ serverName, toolName });
const restrictions: fc.Arbitrary<McpRestrictions> = fc.record(
  {
    allowedServers: fc.array(serverName, { maxLength: 3 }),
    disallowedServers: fc.array(serverName, { maxLength: 2 }),
    allowedTools: fc.array(toolReference, { maxLength: 3 }),
    disallowedTools: fc.array(toolReference, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const fileRegex = fc.constantFrom('\\.md$', '^docs/', '^(?!secrets/)', '(', '', '(a+)+$', '.*');
const groupEntry = fc.oneof(
  fc.constantFrom(...toolGroups),
  fc.tuple(fc.constantFrom(...toolGroups), fc.record({ fileRegex }, { requiredKeys: [] })),
);
const mode: fc.Arbitrary<ModeConfig> = fc.record(
  {
    slug: fc.constantFrom('m', 'code', 'architect'),
    name: fc.constant('M'),
    roleDefinition: fc.constant('R'),
    groups: fc.array(groupEntry, { maxLength: 5 }),
    mcpRestrictions: restrictions,
    allowedMcpServers: fc.array(serverName, { maxLength: 2 }),
  },
  { requiredKeys: ['slug', 'name', 'roleDefinition', 'groups'] },
);
const path = fc.oneof(
  fc.constantFrom('docs/a.md', 'src/a.ts', '../a.md', '/etc/passwd', 'secrets/x', 'C:\\a.md', 'a.md\0', ''),
  fc.string({ maxLength: 20 }),
  fc
    .array(fc.constantFrom('.', '..', 'a', 'docs', 'b.md', '', ' ', 'c.'), { maxLength: 6 })
    .map((parts) => parts.join('/')),
);
const tool = fc.oneof(
  fc.constantFrom(...toolCatalogue.flatMap((entry) => [entry.name, ...entry.aliases])),
  fc.constantFrom('mcp--github--search', 'github__search', 'nothing', 'constructor'),
);
const params = fc.oneof(
  fc.constant(undefined),
  fc.record(
    {
      path,
      file_path: path,
      patch: path.map((text) => `*** Update File: ${text}\n`),
      server_name: serverName,
      tool_name: toolName,
    },
    { requiredKeys: [] },
  ),
  fc.dictionary(fc.constantFrom('path', 'files', 'args', 'patch'), fc.anything({ maxDepth: 2 })),
);
const mcp = fc.option(fc.record({ server: serverName, tool: toolName }), { nil: undefined });
const request: fc.Arbitrary<ToolRequest> = fc.record({
  mode: fc.constantFrom('m', 'code', 'architect', 'none'),
  tool,
  params,
  mcp,
});
const servers = fc.option(
  fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('github', 'docs', 'admin'),
      defaultEnabled: fc.boolean(),
      disabled: fc.boolean(),
      disabledTools: fc.constantFrom([], ['search']),
    }),
    {
      selector: (server) => server.name,
    },
  ),
  { nil: undefined },
);

describe('decide', () => {
  test('adding a deny never grants', () => {
    fc.assert(
      fc.property(mode, request, servers, toolReference, (config, asked, known, denied) => {
        const before = decide(compilePolicy({ project: [config], servers: known }), asked);
        const own = config.mcpRestrictions ?? {};
        const stricter: readonly ModeConfig[] = [
          {
            ...config,
            mcpRestrictions: { ...own, disallowedServers: [...(own.disallowedServers ?? []), denied.serverName] },
          },
          { ...config, mcpRestrictions: { ...own, disallowedTools: [...(own.disallowedTools ?? []), denied] } },
          { ...config, groups: config.groups.filter((entry) => getGroupName(entry) !== 'edit') },
        ];
        // A second entry of a group can only narrow it.
        const narrowed = config.groups.some((entry) => getGroupName(entry) === 'edit')
          ? [{ ...config, groups: [...config.groups, ['edit', { fileRegex: '^never$' }] as const] }]
          : [];
        const answers = [
          ...[...stricter, ...narrowed].map((project) => compilePolicy({ project: [project], servers: known })),
          compilePolicy({ project: [config], servers: known, disabledTools: [asked.tool] }),
        ];
        if (!before.allowed) for (const policy of answers) expect(decide(policy, asked).allowed).toBe(false);
      }),
    );
  });

  test('unknown tools are refused in every mode', () => {
    fc.assert(
      fc.property(mode, fc.string(), params, (config, name, args) => {
        fc.pre(
          !toolCatalogue.some((entry) => entry.name === name || entry.aliases.includes(name)) && !/^mcp|__/.test(name),
        );
        expect(
          decide(compilePolicy({ project: [config] }), { mode: config.slug, tool: name, params: args }).allowed,
        ).toBe(false);
      }),
    );
  });

  test('decide judges an alias like its tool', () => {
    const pairs = toolCatalogue.flatMap((entry) => entry.aliases.map((alias) => [alias, entry.name] as const));
    fc.assert(
      fc.property(mode, fc.constantFrom(...pairs), params, (config, [alias, name], args) => {
        const policy = compilePolicy({ project: [config] });
        const ask = (called: string) => decide(policy, { mode: config.slug, tool: called, params: args });
        expect({ allowed: ask(alias).allowed, by: ask(alias).by }).toEqual({
          allowed: ask(name).allowed,
          by: ask(name).by,
        });
      }),
    );
  });

  test('the rule of a decision always exists, and explain and memory agree with it', () => {
    fc.assert(
      fc.property(
        mode,
        request,
        servers,
        fc.subarray(['edit', 'read_file', 'use_mcp_tool', 'switch_mode']),
        (config, asked, known, disabledTools) => {
          const policy = compilePolicy({ project: [config], servers: known, disabledTools });
          const decision = decide(policy, asked);
          expect(findRule(policy, decision.by)).toBeDefined();
          expect(explain(policy, asked).decision).toEqual(decision);
          expect(decide(policy, asked)).toEqual(decision);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a policy with remembered decisions answers like a fresh one', () => {
    const server = fc.constantFrom('a', 'a-b', 'a_b');
    const mcp = fc.option(fc.record({ server, tool: fc.constantFrom('c', 'b_c') }), { nil: undefined });
    const called = fc.constantFrom('mcp_a_b_c', 'mcp__a_b__c', 'use_mcp_tool', 'write_to_file');
    const asked = fc.oneof(request, fc.record({ mode: fc.constant('m'), tool: called, mcp, params }));
    const limits = fc.constantFrom({ fileRegex: '\\.md$' }, { fileRegex: '^docs/' }, {});
    fc.assert(
      fc.property(fc.array(server), limits, fc.array(asked, { minLength: 2 }), (disallowedServers, limit, requests) => {
        const groups: ModeConfig['groups'] = ['mcp', ['edit', limit]];
        const mcpRestrictions = { disallowedServers };
        const project = [{ slug: 'm', name: 'M', roleDefinition: 'R', groups, mcpRestrictions }];
        const policy = compilePolicy({ project });
        // Twice, so that the second round finds all that the first has left.
        for (const one of [...requests, ...requests])
          expect(decide(policy, one)).toEqual(decide(compilePolicy({ project }), one));
      }),
    );
  });

  test('decide does not throw for a request of any shape', () => {
    const policy = compilePolicy();
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), fc.anything(), (slug, name, args, identity) => {
        const asked = { mode: slug, tool: name, params: args, mcp: identity } as unknown as ToolRequest;
        expect(decide(policy, asked).allowed).toBe(false);
        expect(decide(policy, { ...asked, mode: 'code' })).toBeDefined();
      }),
    );
  });
});

describe('path normalisation in decide', () => {
  test('normalising a path twice changes nothing, and no result leaves the project', () => {
    fc.assert(
      fc.property(path, fc.option(fc.constantFrom('/work/app', 'C:\\app', '/'), { nil: undefined }), (given, root) => {
        const once = normaliseProjectPath(given, root);
        if (!once.ok) return;
        expect(normaliseProjectPath(once.path, root)).toEqual(once);
        expect(once.path.split('/').some((segment) => segment === '..' || segment === '.' || segment === '')).toBe(
          false,
        );
        expect(once.path).not.toMatch(/[\\:]|^\//);
      }),
      { numRuns: 1000 },
    );
  });
});
