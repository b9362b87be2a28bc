// Packs every package as it would be published, looks at what came out, and uses it from an empty folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finish } from './failures.ts';
import { bundleFailures } from './packages/bundle.ts';
import { binaryFailures, importFailures, installAll, typeFailures } from './packages/consumer.ts';
import { contentFailures, packAll, publishFailures, type Tarball } from './packages/tarball.ts';
import { workspacePackages } from './workspace.ts';

const folder = mkdtempSync(join(tmpdir(), 'modegate-packages-'));
try {
  const tarballs = packAll(folder);
  const failures = [
    ...missingFailures(tarballs),
    ...tarballs.flatMap(contentFailures),
    ...tarballs.flatMap(publishFailures),
  ];
  const consumer = join(folder, 'consumer');
  installAll(tarballs, consumer);
  failures.push(
    ...importFailures(tarballs, consumer),
    ...binaryFailures(tarballs, consumer),
    ...typeFailures(tarballs, consumer),
    ...bundleFailures(folder),
  );
  finish(
    'check:packages',
    failures,
    `${tarballs.length} packages pack, install, import and type-check, and the MCP bundle answers`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function missingFailures(tarballs: readonly Tarball[]): readonly string[] {
  const packed = new Set(tarballs.map(({ manifest }) => manifest.name));
  return workspacePackages()
    .filter(({ manifest }) => manifest.private !== true && !packed.has(manifest.name))
    .map(({ manifest }) => `${manifest.name}: pnpm packed no tarball of it`);
}
