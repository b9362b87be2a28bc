import { globSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, runCommand } from '../run-command.ts';
import { readManifest, root } from '../workspace.ts';

/** Copies what is committed, so that nothing of a release is written to the checkout. @throws {Error} with what git says. */
export function copyCommitted(into: string): void {
  mustRun('git', ['clone', '--quiet', '--no-tags', root, into], { cwd: root });
}

/** Says what the copy leaves out: changes that are not committed. */
export function uncommittedChanges(): string {
  return runCommand('git', ['status', '--short'], { cwd: root }).stdout.trim();
}

/** Lets a copy use the tools of this checkout, without an install of its own. */
export function linkTools(copy: string): void {
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
}

/** Gives the packages of a copy their next versions and changelogs, as the pull request of a release does. */
export function applyChangesets(copy: string): void {
  mustRun('changeset', ['version'], { cwd: copy });
  mustRun('node', ['scripts/write-server-json.ts'], { cwd: copy });
  mustRun('biome', ['format', '--write', 'packages', 'apps'], { cwd: copy });
}

/** What is wrong with a copy whose changesets were applied. */
export function versionFailures(copy: string): readonly string[] {
  const left = globSync('.changeset/*.md', { cwd: copy }).map((file) => `${file} was not applied`);
  const folders = globSync('{packages,apps}/*', { cwd: copy });
  const ofServers = runCommand('node', ['scripts/write-server-json.ts', '--check'], { cwd: copy });
  return [
    ...left,
    ...folders.flatMap((folder) => packageFailures(folder, copy)),
    ...(ofServers.passed ? [] : [ofServers.output]),
  ];
}

function packageFailures(path: string, copy: string): readonly string[] {
  const folder = join(copy, path);
  const { name, version, private: isPrivate } = readManifest(join(folder, 'package.json'));
  const before = readManifest(join(root, path, 'package.json')).version;
  const [changelog = ''] = globSync('CHANGELOG.md', { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  );
  if (isPrivate === true) return version === before ? [] : [`${name} is private and got version ${version}`];
  if (version === '0.0.0') return [`${name} got no version: no changeset names it`];
  return changelog.includes(`\n## ${version}\n`) ? [] : [`${name} has no changes for ${version} in its CHANGELOG.md`];
}
