import { compilePolicy, decide } from '@modegate/mode-core';
import { expect, test } from 'vitest';

test('architect may edit only Markdown', () => {
  const policy = compilePolicy();
  expect(decide(policy, { mode: 'architect', tool: 'write_to_file', params: { path: 'docs/plan.md' } })).toMatchObject({ allowed: true });
  expect(decide(policy, { mode: 'architect', tool: 'write_to_file', params: { path: 'src/app.py' } })).toMatchObject({
    allowed: false,
    code: 'FILE_RESTRICTED',
    by: { layer: 'builtin', mode: 'architect' },
  });
});
