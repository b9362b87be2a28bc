import {
  compileParsedPolicy,
  compilePolicy,
  decide,
  type ModeConfig,
  type ParsedPolicyInput,
  parseModes,
} from '@modegate/mode-core';
import { builtinModes } from '@modegate/mode-core/modes';
import { toolCatalogue } from '@modegate/mode-core/tools';
import { expect, test } from 'vitest';

const docs: ModeConfig = {
  slug: 'docs',
  name: 'Docs',
  roleDefinition: 'You write.',
  groups: ['read', ['edit', { fileRegex: '^docs/' }]],
};
const project = parseModes({ customModes: [docs] }, { source: 'project' });
const builtin = parseModes({ customModes: builtinModes }, { source: 'builtin' });

const requests = ['docs', 'code', 'unheard-of'].flatMap((mode) =>
  toolCatalogue.map(({ name }) => ({ mode, tool: name, params: { path: 'docs/a.md' } })),
);

test('compileParsedPolicy decides like the policy of layers parsed during compilation', () => {
  const policy = compilePolicy({ project });
  const parsed = compileParsedPolicy({ project, builtin });
  expect(requests.map((request) => decide(parsed, request))).toEqual(
    requests.map((request) => decide(policy, request)),
  );
  expect(compilePolicy({ project, builtin }).modes).toEqual(policy.modes);
});

test('compileParsedPolicy has only the given built-in modes', () => {
  expect(compileParsedPolicy({ project }).modes.map(({ config }) => config.slug)).toEqual(['docs']);
  expect(compileParsedPolicy({}).modes).toEqual([]);
});

test.each([
  ['a layer that is not parsed', { project: [docs], builtin }],
  ['built-in modes that are not parsed', { project, builtin: builtinModes }],
  ['an unknown key', { project, builtin, disabledTool: ['edit'] }],
  ['no mapping', [project]],
])('compileParsedPolicy refuses everything for %s', (_what, input) => {
  const policy = compileParsedPolicy(input as ParsedPolicyInput);
  expect(policy.problems.map(({ code }) => code)).toEqual(['INPUT_INVALID']);
  expect(requests.some((request) => decide(policy, request).allowed)).toBe(false);
});
