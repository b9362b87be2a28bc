import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { mustRun, pnpmCommand } from '../run-command.ts';
import { startCommand } from '../start-command.ts';
import { entryNames, type Manifest, readManifest, root, workspacePackages } from '../workspace.ts';

/** One package as it would be published. */
export interface Tarball {
  /** Absolute path of the .tgz. */
  readonly path: string;
  /** The folder that it was unpacked to. */
  readonly folder: string;
  /** As published: without workspace ranges and source conditions. */
  readonly manifest: Manifest;
}

/** Packs every publishable package with pnpm, which alone replaces `workspace:`, `catalog:` and `publishConfig`. */
export function packAll(into: string): readonly Tarball[] {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { packageManager: string };
  const [command, ...parameters] = pnpmCommand(packageManager);
  mustRun(command, [...parameters, '-r', 'pack', '--pack-destination', into], { cwd: root });
  return globSync('*.tgz', { cwd: into })
    .toSorted()
    .map((name) => unpack(join(into, name), join(into, basename(name, '.tgz'))))
    .filter(({ manifest }) => manifest.private !== true);
}

function unpack(path: string, folder: string): Tarball {
  mkdirSync(folder);
  // A relative name, because tar takes the colon of a Windows drive for a host.
  mustRun('tar', ['-xzf', basename(path), '-C', basename(folder), '--strip-components', '1'], {
    cwd: join(path, '..'),
  });
  return { path, folder, manifest: readManifest(join(folder, 'package.json')) };
}

/** What is wrong with the contents of one tarball. */
export function contentFailures({ folder, manifest }: Tarball): readonly string[] {
  const files = globSync('**/*', { cwd: folder }).map((file) => file.replaceAll('\\', '/'));
  // A program is bundled, and brings the code of others along.
  const ofPrograms = manifest.bin === undefined ? [] : ['dist/THIRD-PARTY-NOTICES.txt', 'dist/sbom.cdx.json'];
  const missing = ['README.md', 'LICENSE', 'dist', ...ofPrograms, ...changelogOf(manifest)].filter(
    (name) => !files.includes(name),
  );
  const unwanted = files.filter((file) => /(^|\/)test(s)?\/|\.test\.|\.bench\.|(^|\/)fixtures\//.test(file));
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  const leftOvers = ['workspace:', 'catalog:', '@modegate/source'].filter((word) => text.includes(word));
  const bins = Object.values(manifest.bin ?? {}).filter((bin) => !files.includes(bin.replace(/^\.\//, '')));
  return [
    ...missing.map((name) => `${manifest.name}: the tarball has no ${name}`),
    ...unwanted.map((file) => `${manifest.name}: the tarball carries ${file}, which only tests need`),
    ...leftOvers.map((word) => `${manifest.name}: "${word}" is left in the published package.json`),
    ...bins.map((bin) => `${manifest.name}: the binary ${bin} is not in the tarball`),
  ];
}

/** A package has its changelog with it, which the changesets write when a release is prepared. */
function changelogOf({ name }: Manifest): readonly string[] {
  const source = workspacePackages().find(({ manifest }) => manifest.name === name);
  return source !== undefined && existsSync(join(source.folder, 'CHANGELOG.md')) ? ['CHANGELOG.md'] : [];
}

/** A style sheet has no types to look at. */
function withoutStyles({ exports = {} }: Manifest): readonly string[] {
  const styles = Object.keys(exports).filter((subpath) => subpath.endsWith('.css'));
  return styles.length === 0 ? [] : ['--exclude-entrypoints', ...styles.map((subpath) => subpath.slice(2))];
}

/** What publint and "are the types wrong" say of one tarball. */
export async function publishFailures({ path, manifest }: Tarball): Promise<readonly string[]> {
  const tools = [
    ['publint', path, '--strict'],
    // A package of binaries alone has no types to look at.
    ...(entryNames(manifest).length === 0
      ? []
      : [['attw', path, '--profile', 'esm-only', '--no-color', ...withoutStyles(manifest)]]),
  ];
  const failures: string[] = [];
  for (const [tool = '', ...parameters] of tools) {
    const { passed, output } = await startCommand(tool, parameters, { cwd: root });
    if (!passed) failures.push(`${manifest.name}: ${tool} objects\n${output}`);
  }
  return failures;
}
