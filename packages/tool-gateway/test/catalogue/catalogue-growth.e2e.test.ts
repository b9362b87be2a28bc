import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = join(import.meta.dirname, '..', 'support', 'grow-catalogue.ts');

test('servers F5: a catalogue does not keep its predecessor, so 1,000 list changes leave no heap behind', async () => {
  const options = ['--expose-gc', '--conditions=@modegate/source', script, '1000'];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  // One catalogue of 201 tools takes about 40 kB, so 500 that are kept would be 20 MB.
  expect(Number(stdout)).toBeLessThan(2_000_000);
});
