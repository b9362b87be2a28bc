import { expect, test } from 'vitest';
import { describeRiskyCall } from '../../src/risks/describe-call.ts';

test.each([
  ['bash', { command: 'git push' }, 'git push'],
  ['Bash', {}, 'Bash'],
  ['Read', { file_path: 'a' }, 'Read a'],
])('describeRiskyCall writes a call of %s with %j as %s', (tool, given, shown) => {
  expect(describeRiskyCall({ tool, arguments: given })).toBe(shown);
});
