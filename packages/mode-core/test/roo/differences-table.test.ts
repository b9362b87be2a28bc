import { readdirSync, readFileSync } from 'node:fs';
import * as facade from '@modegate/mode-core/roo';
import { expect, test } from 'vitest';

// The table of docs/roo-facade.md and the tests cannot drift apart: each number stands in both.

const page = readFileSync(new URL('../../../../docs/roo-facade.md', import.meta.url), 'utf8');
const tests = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('\n');

const named = new Set(Array.from(tests.matchAll(/['"]([PSDT]\d+)\b/g), (match) => match[1] ?? ''));

test('every row of the differences table has a test with its number, and vice versa', () => {
  const rows = Array.from(page.matchAll(/^\| ([PSD]\d+) \|/gm), (match) => match[1] ?? '');
  expect(new Set(rows).size).toBe(rows.length);
  expect([...named].filter((id) => !id.startsWith('T')).toSorted()).toEqual(rows.toSorted());
  expect(rows).toEqual(expect.arrayContaining(Array.from({ length: 18 }, (_, index) => `P${index + 1}`)));
});

test("every one of upstream's own cases has a test", () => {
  const cases = Array.from({ length: 39 }, (_, index) => `T${index + 1}`);
  expect(cases.filter((id) => !named.has(id))).toEqual([]);
});

test('every export of the Roo facade is described', () => {
  expect(Object.keys(facade).filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});
