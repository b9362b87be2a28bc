import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { pruneOldFiles } from '@modegate/cli-kit';
import { createFolder } from '@modegate/cli-kit/testing';
import { expect, test } from 'vitest';

test('pruneOldFiles keeps the most recently written files and every file with another name', () => {
  const folder = createFolder({ 'check-v1': '', 'check-v2': '', 'check-v3': '', 'why-v1': '' });
  for (const [name, seconds] of Object.entries({ 'check-v1': 30, 'check-v2': 10, 'check-v3': 20, 'why-v1': 1 }))
    utimesSync(join(folder, name), seconds, seconds);
  pruneOldFiles(folder, { prefix: 'check-', maxFiles: 2 });
  expect(readdirSync(folder).sort()).toEqual(['check-v1', 'check-v3', 'why-v1']);
  pruneOldFiles(folder, { maxFiles: 3 });
  expect(readdirSync(folder)).toHaveLength(3);
  pruneOldFiles(folder, { maxFiles: 1 });
  expect(readdirSync(folder)).toEqual(['check-v1']);
});
