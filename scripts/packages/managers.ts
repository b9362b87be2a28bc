import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandResult } from '../run-command.ts';
import { mustStart, type StartOptions, startCommand } from '../start-command.ts';
import { root } from '../workspace.ts';
import type { NodeVersion } from './nodes.ts';
import type { Tarball } from './tarball.ts';

/** The package managers that people install with. */
export const managers = ['npm', 'pnpm', 'yarn'] as const;

/** A package manager. Yarn installs without a node_modules, so that a package finds only what it declares. */
export type PackageManager = (typeof managers)[number];

const yarnVersion = '4.18.1';

/** A folder in which a stranger has installed every package. */
export interface Consumer {
  readonly folder: string;
  readonly manager: PackageManager;
  readonly node: NodeVersion;
  /** For messages: `pnpm, Node 22.13.0`. */
  readonly title: string;
  /** Runs a program of an installed package, or Node itself. */
  readonly run: (program: string, parameters: readonly string[]) => Promise<CommandResult>;
}

/** What to install, and from where. */
export interface Installation {
  readonly tarballs: readonly Tarball[];
  readonly registryUrl: string;
  /** An empty folder for the consumer's own. */
  readonly into: string;
}

/** Installs every package by name into an empty folder. @throws {Error} with what the package manager says. */
export async function installAll(
  manager: PackageManager,
  node: NodeVersion,
  { tarballs, registryUrl, into }: Installation,
): Promise<Consumer> {
  const folder = join(into, `${manager}-${node.version}`);
  mkdirSync(folder);
  writeSettings(folder, registryUrl, into);
  const options: StartOptions = { cwd: folder, timeoutMs: 120_000, path: [node.folder] };
  const [command, ...before] = commandOf(manager);
  const cache = manager === 'pnpm' ? [`--config.cache-dir=${join(into, 'pnpm-cache')}`] : [];
  const words = [...installWords[manager], ...cache, ...wantedPackages(tarballs)];
  await mustStart(command, [...before, ...words], options);
  const title = `${manager}, Node ${node.version}`;
  const run: Consumer['run'] = (program, parameters) => {
    const yarnWords = program === 'node' ? ['node'] : ['run', program];
    if (manager === 'yarn') return startCommand(command, [...before, ...yarnWords, ...parameters], options);
    const path = program === 'node' ? program : join(folder, 'node_modules/.bin', program);
    return startCommand(path, parameters, { ...options, timeoutMs: 60_000 });
  };
  return { folder, manager, node, title, run };
}

/** Every package, and their peers: who imports an entry that needs an optional one has it. */
function wantedPackages(tarballs: readonly Tarball[]): readonly string[] {
  const peers = tarballs.flatMap(({ manifest }) => Object.entries(manifest.peerDependencies ?? {}));
  const own = tarballs.map(({ manifest }) => `${manifest.name}@${manifest.version}`);
  // Yarn takes the last of two ranges for one name, and npm wants the same range only once.
  return [...own, ...new Map(peers.map(([name, range]) => [name, `${name}@${range}`])).values()];
}

function writeSettings(folder: string, registryUrl: string, into: string): void {
  const manifest = { name: 'consumer', private: true, type: 'module' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, '.npmrc'), `@modegate:registry=${registryUrl}\nengine-strict=true\n`);
  // Without a lockfile of its own, Yarn looks for a project in the folders above.
  writeFileSync(join(folder, 'yarn.lock'), '');
  const yarn = {
    enableTelemetry: false,
    // What it remembers of a package would outlive this registry.
    globalFolder: join(into, 'yarn-cache'),
    // What was published today waits for a day, and ours were published just now.
    npmPreapprovedPackages: ['@modegate/*'],
    npmScopes: { modegate: { npmRegistryServer: registryUrl } },
    unsafeHttpWhitelist: ['127.0.0.1'],
  };
  writeFileSync(join(folder, '.yarnrc.yml'), JSON.stringify(yarn));
}

const installWords: Readonly<Record<PackageManager, readonly string[]>> = {
  npm: ['install', '--no-audit', '--no-fund', '--prefer-offline'],
  pnpm: ['add', '--prefer-offline', '--ignore-workspace'],
  yarn: ['add'],
};

function commandOf(manager: PackageManager): readonly [string, ...string[]] {
  const packages = { npm: undefined, pnpm: pinnedPnpm(), yarn: `@yarnpkg/cli-dist@${yarnVersion}` };
  const name = packages[manager];
  return name === undefined ? ['npm'] : ['npx', '-y', name];
}

function pinnedPnpm(): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { packageManager: string }).packageManager;
}
