import { rmSync } from 'node:fs';
import { compileParsedPolicy, compilePolicy, decide, type Policy, type PolicyInput } from '@modegate/mode-core';
import { toolCatalogue } from '@modegate/mode-core/tools';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { serverNames, toolNames } from '../../../packages/policy-check/test/support/arbitrary-policy.ts';
import { arbitraryProjectWithCommands, writeProject } from '../../../test/support/arbitrary-project.ts';
import { isDeepEqual, parseWithMaps, stringifyWithMaps } from '../src/hook/json-with-maps.ts';
import { loadHookProject } from '../src/hook/load-hook-project.ts';
import { deserializePolicy, type SerializedPolicy, serializePolicy } from '../src/hook/serialized-policy.ts';

const at = Date.UTC(2026, 0, 1, 9);

const circumstances = { now: () => at, context: () => ({ ci: false }) };

/** Every decision with its rule, file and line. */
function decisionsOf(policy: Policy): readonly unknown[] {
  const tools = toolCatalogue.map(({ name }) => ({ tool: name, params: { path: 'docs/a.md' } }));
  const mcp = [...serverNames, 'other'].flatMap((server) =>
    toolNames.map((tool) => ({ tool: 'use_mcp_tool', mcp: { server, tool } })),
  );
  const commands = ['git status -s', 'git push', 'rm x > docs/a'].map((command) => ({
    tool: 'execute_command',
    params: { command },
  }));
  return policy.modes.flatMap(({ config }) =>
    [...tools, ...mcp, ...commands].map((request) => decide(policy, { ...request, mode: config.slug })),
  );
}

async function readInput(root: string): Promise<PolicyInput> {
  const seen: PolicyInput[] = [];
  const place = { projectRoot: root, cwd: root, globalConfigDir: undefined };
  await loadHookProject(place, 'codex', (input) => seen.push(input));
  if (seen[0] === undefined) throw new Error('nothing was prepared');
  return seen[0];
}

test('a cached project makes every decision of the original, with the same rule and line', async () => {
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryProjectWithCommands, async (tree) => {
      const { folder, root } = writeProject(tree);
      try {
        const input = await readInput(root);
        const plain = serializePolicy(input);
        const again = parseWithMaps<SerializedPolicy>(stringifyWithMaps(plain));
        if (plain === undefined || !isDeepEqual(again, plain)) return;
        kept += 1;
        const given = compilePolicy({ ...input, builtin: undefined, ...circumstances });
        const { commands } = input;
        const restored = compileParsedPolicy({ ...deserializePolicy(again), ...circumstances, commands });
        expect(decisionsOf(restored)).toEqual(decisionsOf(given));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    { numRuns: 100 },
  );
  expect(kept).toBeGreaterThan(0);
}, 120_000);

test('serialized values are equal only if nothing is lost', () => {
  const values = [
    Number.NaN,
    -0,
    0,
    null,
    undefined,
    [],
    {},
    new Map(),
    new Map([['a', 1]]),
    { a: 1 },
    ['a', 1],
    '1',
    1n,
  ];
  for (const [index, one] of values.entries())
    for (const [other, value] of values.entries()) expect(isDeepEqual(one, value)).toBe(index === other);
  for (const value of [Number.NaN, -0, [undefined], new Date(0)])
    expect(isDeepEqual(parseWithMaps(stringifyWithMaps({ value })), { value })).toBe(false);
  const whole = { a: [1, { b: new Map([['c', new Map([['d', null]])]]) }], e: '\u2028', f: undefined };
  expect(isDeepEqual(parseWithMaps(stringifyWithMaps(whole)), whole)).toBe(true);
});
