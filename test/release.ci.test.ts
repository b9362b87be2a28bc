import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { applyChangesets, copyCommitted, linkTools, versionFailures } from '../scripts/release/versions.ts';
import { readManifest } from '../scripts/workspace.ts';

const folder = mkdtempSync(join(tmpdir(), 'modegate-release-'));
const copy = join(folder, 'copy');
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

test('the changesets give every published package a version and a changelog, and private ones none', () => {
  copyCommitted(copy);
  linkTools(copy);
  const hadChangesets = globSync('.changeset/*.md', { cwd: copy }).length > 0;
  if (hadChangesets) applyChangesets(copy);
  expect(versionFailures(copy)).toEqual([]);
  const server = JSON.parse(readFileSync(join(copy, 'apps/modes-server/server.json'), 'utf8')) as { version: string };
  expect(server.version).toBe(readManifest(join(copy, 'apps/modes-server/package.json')).version);
});

test('the release check reports what is missing', () => {
  writeFileSync(join(copy, 'packages/mode-core/CHANGELOG.md'), '# @modegate/mode-core\n');
  writeFileSync(join(copy, '.changeset/late.md'), '---\n"@modegate/mode-core": patch\n---\n\nLate.\n');
  expect(versionFailures(copy)).toEqual([
    expect.stringMatching(/late\.md was not applied/),
    expect.stringMatching(/@modegate\/mode-core has no changes for .* in its CHANGELOG\.md/),
  ]);
});
