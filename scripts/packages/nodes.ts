import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from '../run-command.ts';
import { readManifest, root } from '../workspace.ts';

/** One version of Node. */
export interface NodeVersion {
  readonly version: string;
  /** Absolute path of the folder that holds `node`. */
  readonly folder: string;
}

/** The Node that the workspace pins, and the oldest that our packages take: `>=22.13` means 22.13.0. */
export function supportedNodes(): readonly [oldest: NodeVersion, pinned: NodeVersion] {
  const { engines } = readManifest(join(root, 'packages/mode-core/package.json'));
  const [, oldest] = /^>=(\d+\.\d+)$/.exec(engines?.node ?? '') ?? [];
  if (oldest === undefined)
    throw new Error(`engines.node of mode-core: expected ">=22.13" or alike, got ${engines?.node}`);
  const pinned = readManifest(join(root, 'node_modules/node/package.json')).version;
  return [fetchNode(`${oldest}.0`), { version: pinned, folder: join(root, 'node_modules/.bin') }];
}

/** Fetches a Node from the package registry once; it is kept below node_modules. The package of a platform has no scripts. */
function fetchNode(version: string): NodeVersion {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  // The package for Apple's processors is named otherwise.
  const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${prefix}-${platform}-${process.arch}`;
  const place = join(root, 'node_modules/.cache/modegate-nodes', version);
  const folder = join(place, 'node_modules', name, 'bin');
  if (!existsSync(folder)) {
    const flags = ['--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--force'];
    mustRun('npm', ['install', '--prefix', place, ...flags, `${name}@${version}`], { cwd: root });
  }
  return { version, folder };
}
