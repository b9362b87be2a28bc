// Packs every package as it would be published, looks at what came out, and uses it as a stranger would: installed by each package manager on
// the oldest and the pinned Node, imported, type-checked, and run by every `npx` line of the documents. `--keep <folder>` keeps what was packed.
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { finish } from './failures.ts';
import { bundleFailures } from './packages/bundle.ts';
import { importFailures, programFailures, typeFailures } from './packages/consumer.ts';
import { type Installation, installAll, managers, type PackageManager } from './packages/managers.ts';
import { type NodeVersion, supportedNodes } from './packages/nodes.ts';
import { openRegistry } from './packages/registry.ts';
import { runNpxLines } from './packages/run-npx-lines.ts';
import { contentFailures, packAll, publishFailures, type Tarball } from './packages/tarball.ts';
import { workspacePackages } from './workspace.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'modegate-packages-')));
try {
  const tarballs = packAll(folder);
  const ofContents = [...missingFailures(tarballs), ...tarballs.flatMap(contentFailures), ...bundleFailures(folder)];
  const registry = await openRegistry(tarballs);
  try {
    const installation = { tarballs, registryUrl: registry.url, into: folder };
    // Two things at a time: the machines of CI have two to four cores.
    const [ofUse, npx] = await Promise.all([useFailures(installation), runDocuments(installation)]);
    const failures = [...ofContents, ...ofUse, ...npx.failures];
    if (failures.length === 0) keepPacked(tarballs);
    for (const line of npx.skipped) console.log(`Not run: ${line}`);
    finish(
      'check:packages',
      failures,
      `${tarballs.length} packages, installed by ${managers.join(', ')} on two versions of Node; ${npx.runs} lines of documents run`,
    );
  } finally {
    registry.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Copies the tarballs, and the MCP bundle beside them, to the folder of `--keep`. */
function keepPacked(tarballs: readonly Tarball[]): void {
  const { keep } = parseArgs({ options: { keep: { type: 'string' } } }).values;
  if (keep === undefined) return;
  for (const path of [...tarballs.map((tarball) => tarball.path), join(folder, 'modegate-modes-server.mcpb')])
    cpSync(path, join(keep, basename(path)));
}

function missingFailures(tarballs: readonly Tarball[]): readonly string[] {
  const packed = new Set(tarballs.map(({ manifest }) => manifest.name));
  return workspacePackages()
    .filter(({ manifest }) => manifest.private !== true && !packed.has(manifest.name))
    .map(({ manifest }) => `${manifest.name}: pnpm packed no tarball of it`);
}

/** Every package manager on every Node. */
async function useFailures(installation: Installation): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const manager of managers)
    for (const node of supportedNodes())
      failures.push(...(await consumerFailures(manager, node, installation).catch((error) => [String(error)])));
  return failures;
}

/** What does not depend on Node is looked at on the pinned one alone. */
async function consumerFailures(
  manager: PackageManager,
  node: NodeVersion,
  installation: Installation,
): Promise<readonly string[]> {
  const { tarballs } = installation;
  const consumer = await installAll(manager, node, installation);
  const [, pinned] = supportedNodes();
  const isPinned = node.version === pinned.version;
  return [
    ...(await importFailures(tarballs, consumer, isPinned && manager === 'npm')),
    ...(await programFailures(tarballs, consumer)),
    // TypeScript looks for packages in node_modules, which Yarn does without.
    ...(isPinned && manager !== 'yarn' ? await typeFailures(tarballs, consumer) : []),
  ];
}

async function runDocuments({ tarballs, registryUrl, into }: Installation) {
  const [oldest] = supportedNodes();
  const report = await runNpxLines(oldest, registryUrl, into);
  const failures = [...report.failures];
  for (const tarball of tarballs) failures.push(...(await publishFailures(tarball)));
  return { ...report, failures };
}
