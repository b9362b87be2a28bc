import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const bench = join(root, 'bench');

/** Installs the peers, unless what stands in node_modules is what the lockfile asks for. */
export function installPeers() {
  const installed = join(bench, 'node_modules/.pnpm/lock.yaml');
  const wanted = readFileSync(join(bench, 'pnpm-lock.yaml'), 'utf8');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return;
  runPnpm('install the peers', ['--dir', 'bench', 'install', '--ignore-workspace', '--frozen-lockfile']);
}

/** Builds some workspace packages and what they stand on; what has not changed comes from the cache. */
export function buildPackages(packages) {
  const filters = packages.map((name) => `--filter=${name}`);
  runPnpm(`build ${packages.join(' and ')}`, ['build', ...filters]);
}

function runPnpm(purpose, parameters) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { status, stdout, stderr, error } = spawnSync('npx', ['-y', packageManager, ...parameters], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  throw new Error(`Could not ${purpose}: ${error?.message ?? `pnpm ended with ${status}`}\n${stdout}${stderr}`);
}
