import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const guide = read('docs/ci.md');

test('docs/ci.md has every input and output of the action, with the defaults', () => {
  const { inputs, outputs } = parse(read('action.yml')) as {
    readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
    readonly outputs: object;
  };
  for (const [name, input] of Object.entries(inputs)) {
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
    expect(row, name).toBeDefined();
    if (/^[\w.:/-]+$/.test(input.default ?? '')) expect(row).toContain(`\`${input.default}\` |`);
  }
  for (const name of Object.keys(outputs)) expect(guide).toContain(`| \`${name}\` |`);
});

test('docs/ci.md has every input of the template for GitLab', () => {
  const [header = ''] = read('templates/gitlab-ci.yml').split('\n---\n');
  const { spec } = parse(header) as { readonly spec: { readonly inputs: object } };
  const [, sentence = ''] = /Inputs: ([^.]+)\./.exec(guide) ?? [];
  const listed = [...sentence.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
  expect(new Set(listed)).toEqual(new Set(Object.keys(spec.inputs)));
});
