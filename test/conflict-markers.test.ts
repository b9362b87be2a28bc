import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

// The line of seven equal signs is left out: it is also how a heading is underlined. It never comes without the others.
const marker = '^(<{7}|[|]{7}|>{7})( |\r?$)';

test('Q10: no tracked file contains markers of an unfinished merge', () => {
  const { status, stdout, stderr } = spawnSync('git', ['grep', '-nIE', marker], { cwd: root, encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(stderr).toBe('');
  expect(status, 'git grep found nothing, and did run').toBe(1);
});
