import { decide, type Policy, type ToolRequest } from '@modegate/mode-core';
import { applyFixes, applyFixesWithoutGrants, check, type GrantingFix } from '@modegate/policy-check';
import { diffPolicies } from '@modegate/policy-check/permissions';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { exampleWorkspace } from '../support/example-workspace.ts';

const block = (restrictions: string) =>
  `customModes:\n  - slug: m\n    name: M\n    roleDefinition: r\n    groups: [read, mcp]\n    mcpRestrictions:${restrictions}`;
const servers = '{ "mcpServers": { "prod": { "command": "p" }, "other": { "command": "o" } } }';

describe('security H8: a fix grants nothing unasked', () => {
  test('M028 does not open a list that the fix for M024 emptied', () => {
    const text = block(' { allowedServers: [prod], disallowedServers: [prod] }\n');
    const { after, granting } = repeatFixes(text);
    expect(after).toBe(block(' { allowedServers: [], disallowedServers: [prod] }\n'));
    expect(granting.map(({ finding }) => finding.rule)).toEqual(['M028']);
    expect(granting[0]?.grants.map(({ message }) => message).join('\n')).toContain('m gains resources of other');
  });

  test.each([
    ['in flow style', ' { allowedServers: [] }\n', ' {  }\n'],
    ['in block style', '\n      allowedServers: [] # none\n', ' {} # none\n'],
    [
      'in block style beside another',
      '\n      allowedServers: []\n      disallowedServers: [x]\n',
      '\n      disallowedServers: [x]\n',
    ],
  ])('an empty list %s stays by default; on request it is removed and the mode stays valid', (_, before, after) => {
    const text = block(before);
    expect(repeatFixes(text).after).toBe(text);
    const opened = applyFixes({ '.roomodes': text }, findingsOf(text), { isUnsafeAllowed: true }).files['.roomodes'];
    expect(opened).toBe(block(after));
    expect(exampleWorkspace({ '.roomodes': opened ?? '' }).modes[0]?.loaded).not.toHaveProperty('restrictionsInvalid');
  });

  test('removing the last item of a list in block style leaves an empty list', () => {
    const text = block('\n      allowedServers:\n        - prod # only\n      disallowedServers:\n        - prod\n');
    expect(repeatFixes(text).after).toBe(
      block('\n      allowedServers: [] # only\n      disallowedServers:\n        - prod\n'),
    );
  });

  test('only fixes that grant something are left out', () => {
    const text = `${block(' { allowedServers: [] }\n')}${Array.from({ length: 9 }, (_, index) => `  - slug: n${index}\n    name: N\n    roleDefinition: r\n    groups: [read, [edit, { fileRegex: '^a.md' }], read]\n`).join('')}`;
    const { after, granting } = repeatFixes(text);
    expect(granting.map(({ finding }) => finding.rule)).toEqual(['M028']);
    expect(after.match(/\^a\\\.md\$/g)).toHaveLength(9);
    expect(after).toContain('allowedServers: []');
  });

  test('the repair of a misspelt limit, which closed a mode, opens what the limit leaves', () => {
    const text = block('\n      allowdServers: [prod]\n');
    const { after, granting } = repeatFixes(text);
    expect([after, granting.length]).toEqual([text, 1]);
  });
});

const pattern = fc.constantFrom(
  '^docs/.*.md',
  'docs/.*\\.md$',
  'docs\\\\.md',
  '**/*.md',
  '.*',
  '^docs/',
  '(a',
  '\\.MD$',
  '',
);
const group = fc.oneof(
  fc.constantFrom<unknown>('read', 'edit', 'mcp', 'command', 'browser', 'Edit', 'writ'),
  fc.tuple(
    fc.constantFrom('read', 'edit', 'mcp'),
    fc.dictionary(fc.constantFrom('fileRegex', 'fileRegexp', 'description'), pattern, { minKeys: 1 }),
  ),
);
const serverNames = fc.array(fc.constantFrom('prod', 'other', 'Prod', 'prdo', '*', 'o*'), { maxLength: 3 });
const toolNames = fc.array(
  fc.record({
    serverName: fc.constantFrom('prod', 'other', 'Prod', '*'),
    toolName: fc.constantFrom('get', 'del', '*'),
  }),
  { maxLength: 3 },
);
const lists = {
  allowedServers: serverNames,
  disallowedServers: serverNames,
  allowdServers: serverNames,
  allowedTools: toolNames,
  disallowedTools: toolNames,
  disalowedTools: toolNames,
};
const arbitraryMode = fc.record(
  {
    groups: fc.array(group, { maxLength: 4 }),
    mcpRestrictions: fc.record(lists, { requiredKeys: [] }),
    allowedMcpServers: serverNames,
    fileRegex: pattern,
  },
  { requiredKeys: ['groups'] },
);

test('security H8: in generated modes, fixes allow no call that was refused before', () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryMode, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      fc.boolean(),
      (modes, isJson, isUnsafe) => {
        const content = {
          customModes: modes.map((mode, index) => ({ slug: `m${index}`, name: 'M', roleDefinition: 'r', ...mode })),
        };
        const text = isJson ? JSON.stringify(content, null, 1) : stringify(content);
        const { after } = repeatFixes(text, isUnsafe);
        const [before, now] = [text, after].map((one) => policyOf({ '.roomodes': one }));
        if (before === undefined || now === undefined) return;
        expect(diffPolicies({ policy: before }, { policy: now }).changes.filter(({ mayGrant }) => mayGrant)).toEqual(
          [],
        );
        const slugs = now.modes.map(({ config }) => config.slug);
        for (const request of slugs.flatMap(requestsOf))
          if (decide(now, request).allowed) expect(decide(before, request).allowed, JSON.stringify(request)).toBe(true);
      },
    ),
    { numRuns: 150 },
  );
});

function findingsOf(text: string) {
  return check(exampleWorkspace({ '.roomodes': text, 'mcp.json': servers }), { preset: 'audit' }).findings;
}

function policyOf(files: Readonly<Record<string, string>>): Policy {
  return exampleWorkspace({ 'mcp.json': servers, ...files }).policy;
}

/** As `modegate fix` does: pass after pass, until nothing is left to do. */
function repeatFixes(text: string, isUnsafeAllowed = true) {
  let after = text;
  const granting = new Map<string, GrantingFix>();
  for (let pass = 0; pass < 6; pass++) {
    const findings = findingsOf(after).filter(({ fingerprint }) => !granting.has(fingerprint));
    const options = {
      isUnsafeAllowed,
      policiesOf: (files: Readonly<Record<string, string>>) => [{ policy: policyOf(files) }],
    };
    const fixed = applyFixesWithoutGrants({ '.roomodes': after }, findings, options);
    for (const one of fixed.granting) granting.set(one.finding.fingerprint, one);
    after = fixed.files['.roomodes'] ?? '';
    if (fixed.applied.length === 0 && fixed.granting.length === 0) break;
  }
  return { after, granting: [...granting.values()] };
}

function requestsOf(mode: string): readonly ToolRequest[] {
  const paths = ['docs/a.md', 'docs/axmd', 'xdocs/a.md', 'docs/a.md.exe', 'src/a.ts'];
  const files = paths.flatMap((path) =>
    ['read_file', 'write_to_file'].map((tool) => ({ mode, tool, params: { path, content: '' } })),
  );
  const calls = ['prod', 'other', 'Prod', 'prdo'].flatMap((server) => [
    { mode, tool: 'access_mcp_resource', mcp: { server } },
    ...['get', 'del'].map((tool) => ({ mode, tool: 'use_mcp_tool', mcp: { server, tool } })),
  ]);
  return [...files, ...calls, { mode, tool: 'execute_command', params: { command: 'ls' } }];
}
