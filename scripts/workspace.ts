import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the checkout. */
export const root = join(import.meta.dirname, '..');

/** The parts of a package.json that the checks read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  /** The name in the MCP registry, where it lists the package. */
  readonly mcpName?: string;
  readonly homepage?: string;
  readonly engines?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** One package of this workspace. */
export interface WorkspacePackage {
  /** Absolute. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Every package and app of the workspace, in the order of their paths. */
export function workspacePackages(): readonly WorkspacePackage[] {
  return globSync('{packages,apps}/*/package.json', { cwd: root })
    .toSorted()
    .map((path) => ({ folder: join(root, path, '..'), manifest: readManifest(join(root, path)) }));
}

export function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}

/** The names that a manifest's modules are imported by; JSON files, such as `./package.json`, and style sheets are left out. */
export function entryNames(manifest: Manifest): readonly string[] {
  return exportedNames(manifest).filter((name) => !/\.(?:json|css)$/.test(name));
}

/** The names of the JSON files that a manifest exports, `./package.json` among them. */
export function jsonNames(manifest: Manifest): readonly string[] {
  return exportedNames(manifest).filter((name) => name.endsWith('.json'));
}

function exportedNames({ name, exports = {} }: Manifest): readonly string[] {
  return Object.keys(exports).map((subpath) => name + subpath.slice(1));
}
