import { posix } from 'node:path';
import { parseAst } from 'vitest/node';

/** What one package of ours may import: packages of ours by folder name, and the MCP SDK or not. */
export interface AllowedEdges {
  readonly packages: readonly string[];
  readonly mcpSdk?: boolean;
}

/** One import that no edge of the table allows. */
export interface ForbiddenEdge {
  readonly file: string;
  readonly specifier: string;
  readonly reason: string;
}

/** A source file or a manifest, with the folder of the package that it belongs to (`packages/mode-core`). */
export interface PackageFile {
  readonly folder: string;
  /** Relative to the repository, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

const OWN_SCOPE = '@modegate/';
const MCP_SDK = /^@modelcontextprotocol\//;

/** The imports of one source file that the package's edges do not allow: static, type-only, dynamic and `require`. */
export function forbiddenImports(source: PackageFile, allowed: AllowedEdges): readonly ForbiddenEdge[] {
  return importedSpecifiers(source.text, source.file.endsWith('.tsx') ? 'tsx' : 'ts')
    .map((specifier) => ({ file: source.file, specifier, reason: objection(source, specifier, allowed) }))
    .filter((edge): edge is ForbiddenEdge => edge.reason !== undefined);
}

/** The relative imports of one source file that lead into folders of entries with edges of their own. */
export function importsOfEntries({ file, text }: PackageFile, folders: readonly string[]): readonly ForbiddenEdge[] {
  return importedSpecifiers(text, file.endsWith('.tsx') ? 'tsx' : 'ts')
    .filter((specifier) => specifier.startsWith('.'))
    .filter((specifier) => folders.some((folder) => targetOf(file, specifier).startsWith(`${folder}/`)))
    .map((specifier) => ({ file, specifier, reason: 'this file is of another entry' }));
}

/**
 * The dependencies of one package.json that the package's edges do not allow. A library's development dependencies
 * are left alone, because its tests may use what its sources may not; an app bundles them, so there they count.
 */
export function forbiddenDependencies(manifest: PackageFile, allowed: AllowedEdges): readonly ForbiddenEdge[] {
  const parsed = JSON.parse(manifest.text) as Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
  const shipped = ['dependencies', 'peerDependencies', 'optionalDependencies'];
  const fields = manifest.folder.startsWith('apps/') ? [...shipped, 'devDependencies'] : shipped;
  return fields
    .flatMap((field) => Object.keys(parsed[field] ?? {}))
    .map((specifier) => ({ file: manifest.file, specifier, reason: objection(manifest, specifier, allowed) }))
    .filter((edge): edge is ForbiddenEdge => edge.reason !== undefined);
}

/** Every module that a TypeScript source names, in source order. */
export function importedSpecifiers(text: string, lang: 'ts' | 'tsx' = 'ts'): readonly string[] {
  const found: string[] = [];
  visit(parseAst(text, { lang }), found);
  return found;
}

function objection({ folder, file }: PackageFile, specifier: string, allowed: AllowedEdges): string | undefined {
  if (specifier.startsWith('.'))
    return leaves(folder, file, specifier) ? 'a relative import leaves the package' : undefined;
  if (MCP_SDK.test(specifier)) return allowed.mcpSdk ? undefined : 'only mcp-protocol and mcp-host know the MCP SDK';
  if (!specifier.startsWith(OWN_SCOPE)) return undefined;
  const name = specifier.slice(OWN_SCOPE.length).split('/')[0] ?? '';
  const known = allowed.packages.length === 0 ? 'no package of ours' : `only ${allowed.packages.join(', ')}`;
  return allowed.packages.includes(name) ? undefined : `${folder} may import ${known}`;
}

function leaves(folder: string, file: string, specifier: string): boolean {
  return !targetOf(file, specifier).startsWith(`${folder}/`);
}

function targetOf(file: string, specifier: string): string {
  return posix.join(posix.dirname(file), specifier);
}

const NAMING_NODES = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

function visit(value: unknown, found: string[]): void {
  if (Array.isArray(value)) for (const item of value) visit(item, found);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const node = value as Readonly<Record<string, unknown>>;
  if (NAMING_NODES.has(String(node.type))) record(node.source, found);
  if (node.type === 'TSExternalModuleReference') record(node.expression, found);
  if (node.type === 'CallExpression' && isRequire(node.callee))
    record((node.arguments as readonly unknown[])[0], found);
  for (const child of Object.values(node)) visit(child, found);
}

function isRequire(callee: unknown): boolean {
  const { type, name } = (callee ?? {}) as { readonly type?: string; readonly name?: string };
  return type === 'Identifier' && name === 'require';
}

function record(literal: unknown, found: string[]): void {
  const { value } = (literal ?? {}) as { readonly value?: unknown };
  if (typeof value === 'string') found.push(value);
}
