import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compilePolicy, decide, findRule, type ParsedModes, type Policy } from '@modegate/mode-core';
import { parseModesText } from '@modegate/mode-core/text';
import { migrateModes, suggestRestrictions } from '@modegate/policy-check';
import { diffPolicies, findBypasses, permissionMatrix, type ServerInventory } from '@modegate/policy-check/permissions';
import { describe, expect, test } from 'vitest';

// Set MODEGATE_CORPUS to a folder of real mode files, or keep one beside the checkout, to run these.
const corpus = process.env.MODEGATE_CORPUS ?? join(import.meta.dirname, '../../../../shared/corpus');
const entries = existsSync(corpus) ? readdirSync(corpus, { recursive: true, withFileTypes: true }) : [];
const files = entries
  .filter((entry) => entry.isFile() && basename(entry.parentPath) === 'roomodes')
  .map((entry) => join(entry.parentPath, entry.name));

const inventory: readonly ServerInventory[] = [
  {
    name: 'github',
    tools: [
      { name: 'search_code', hints: { readOnly: true } },
      { name: 'create_issue' },
      { name: 'delete_repo', hints: { destructive: true } },
    ],
  },
  { name: 'context7', tools: [{ name: 'get-library-docs' }] },
  { name: 'memory' },
];
const servers = inventory.map(({ name }) => ({ name }));
const compile = (project: ParsedModes) => compilePolicy({ project, builtin: [], servers });

describe.skipIf(files.length === 0)(`real modes in ${corpus} (absent: skipped)`, () => {
  const readings = files.map((name) => {
    const text = readFileSync(name, 'utf8');
    return { name, text, parsed: parseModesText(text, { source: 'project', file: name }) };
  });
  const readable = readings.filter(({ parsed }) => parsed.unreadable === undefined && parsed.modes.length > 0);

  test('every matrix row of a real mode names a rule, and every escape names its rules', () => {
    expect(readable.length).toBeGreaterThan(10);
    for (const { name, parsed } of readable) {
      const policy = compile(parsed);
      for (const row of permissionMatrix(policy, { inventory }).rows)
        expect(findRule(policy, row.by), name).toBeDefined();
      for (const found of findBypasses(policy, { inventory })) expect(findRule(policy, found.by), name).toBeDefined();
    }
  });

  test('real modes are equal to themselves and lose everything when they are removed', () => {
    for (const { parsed } of readable) {
      const policy = compile(parsed);
      expect(diffPolicies({ policy, inventory }, { policy: compile(parsed), inventory }).changes).toEqual([]);
      const gone = diffPolicies({ policy, inventory }, { policy: compilePolicy({ builtin: [], servers }), inventory });
      expect(gone.changes.every(({ kind }) => kind === 'lost')).toBe(true);
    }
  });

  test('suggestions for real modes only remove permissions', () => {
    let count = 0;
    for (const { parsed, name } of readable) {
      const policy = compile(parsed);
      for (const { mode, restrictions } of suggestRestrictions(policy, { inventory }).suggestions) {
        count++;
        const config = policy.modes.find((found) => found.config.slug === mode)?.config;
        if (config === undefined) continue;
        const after = compilePolicy({ project: [{ ...config, mcpRestrictions: restrictions }], builtin: [], servers });
        const { changes } = diffPolicies({ policy, inventory }, { policy: after, inventory });
        const own = changes.filter((change) => change.mode === mode);
        expect(
          own.filter(({ mayGrant }) => mayGrant).map(({ message }) => message),
          name,
        ).toEqual([]);
        expect(own.length, name).toBeGreaterThan(0);
      }
    }
    expect(count).toBeGreaterThan(10);
  });

  test('real modes decide as before after a migration in each direction', () => {
    for (const { parsed, text, name } of readable)
      for (const to of ['mcpRestrictions', 'allowedMcpServers'] as const) {
        const moved = parseModesText(migrateModes(text, { to }).text, { source: 'project', file: name });
        expect(answers(compile(moved)), name).toEqual(answers(compile(parsed)));
      }
  });
});

function answers(policy: Policy): readonly boolean[] {
  const tools = inventory.flatMap(({ name, tools = [] }) => tools.map((tool) => ({ server: name, tool: tool.name })));
  return policy.modes.flatMap(({ config }) =>
    tools.map((mcp) => decide(policy, { mode: config.slug, tool: 'use_mcp_tool', mcp }).allowed),
  );
}
