// Prepares the next release to the last step that needs an account: `pnpm release:prepare [folder]`. It works on a copy of what is committed,
// applies the changesets there, builds and checks the packages, and leaves the tarballs, the MCP bundle, the `server.json` files and their sums.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { applyChangesets, copyCommitted, linkTools, uncommittedChanges, versionFailures } from './release/versions.ts';
import { mustRun, pnpmCommand } from './run-command.ts';

const target = resolve(process.argv[2] ?? 'release');
// It is emptied later, and a slip of the keyboard may name any folder.
const there = existsSync(target) ? readdirSync(target) : [];
if (there.length > 0 && !there.some((name) => name.endsWith('.tgz')))
  throw new Error(`${target} holds something other than a release. Name an empty folder, or one that is not there.`);
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'modegate-release-')));
const copy = join(folder, 'copy');

try {
  const changes = uncommittedChanges();
  if (changes !== '') console.log(`Left out, because it is not committed:\n${changes}\n`);
  step('Copy what is committed, and apply the changesets');
  copyCommitted(copy);
  linkTools(copy);
  if (globSync('.changeset/*.md', { cwd: copy }).length > 0) applyChangesets(copy);
  const failures = versionFailures(copy);
  if (failures.length > 0) throw new Error(failures.join('\n'));
  rmSync(join(copy, 'node_modules'));
  runPnpm('Install what the lockfile says', 'install', '--frozen-lockfile', '--prefer-offline');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  runPnpm('Build, pack, and use the packages from empty folders', 'check:packages', '--keep', target);
  keepDocuments();
  console.log(`\n${target} holds what is to be published. RELEASING.md has the steps that need an account.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function runPnpm(title: string, ...words: readonly string[]): void {
  step(title);
  const { packageManager } = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8')) as { packageManager: string };
  const [command, ...before] = pnpmCommand(packageManager);
  console.log(mustRun(command, [...before, ...words], { cwd: copy, timeoutMs: 1_200_000 }).stdout.trim());
}

/** The files that the MCP registry is given, every changelog, and the sums of all. */
function keepDocuments(): void {
  for (const path of globSync('{packages,apps}/*/{CHANGELOG.md,server.json}', { cwd: copy }))
    cpSync(join(copy, path), join(target, path.replaceAll(/[\\/]/g, '-')));
  const sums = globSync('*', { cwd: target })
    .toSorted()
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(join(target, file)))
          .digest('hex')}  ${file}`,
    );
  writeFileSync(join(target, 'SHA256SUMS'), `${sums.join('\n')}\n`);
}

function step(title: string): void {
  console.log(`==> ${title}`);
}
