import { nearestName } from '@modegate/nearest-name';
import type { Node } from 'jsonc-parser';
import type { ConfigProblemCode, ConfigProblemSeverity } from '../config-problem.ts';
import { isRooFamily } from '../entries/entry-transport.ts';
import type { ConfigFileKind } from '../entries/server-entry.ts';
import { type JsonProperty, jsonValueOf, nodeAt, propertiesOf, propertyOf } from '../json/json-text.ts';

/** A remark about the root of a file, without its position. */
export interface RootRemark {
  readonly code: ConfigProblemCode;
  readonly severity: ConfigProblemSeverity;
  readonly message: string;
  readonly at: Node;
  readonly path: readonly string[];
}

/** The map from names to servers, with remarks made while the map was located. */
export interface ServersRoot {
  readonly servers: Node | undefined;
  readonly path: readonly string[];
  readonly remarks: readonly RootRemark[];
  /** True if the file contains, or seems to contain, servers that cannot be read. */
  readonly unreadable: boolean;
}

/** Key paths to the server map; in a VS Code `settings.json`, the map is under `mcp`. */
const ROOTS: readonly KeyPath[] = [['mcpServers'], ['servers'], ['mcp', 'servers']];

/** The only key path used in files in which clients also store many other settings. */
const OWN_ROOTS: Readonly<Partial<Record<ConfigFileKind, KeyPath>>> = {
  gemini: ['mcpServers'],
  zed: ['context_servers'],
  opencode: ['mcp'],
  'kilo-config': ['mcp'],
  codex: ['mcp_servers'],
  goose: ['extensions'],
};

type KeyPath = readonly string[];

/**
 * Finds the server map in a file: at the end of the key path, under `mcpServers`, `servers` or `mcp.servers`, or the
 * root itself if the root is a bare map.
 */
export function findServersRoot(root: Node, kind: ConfigFileKind, way?: KeyPath): ServersRoot {
  if (root.type !== 'object') {
    const message = `The root of the file must be an object, but it is ${describeType(root)}.`;
    return unreadable({ code: 'ROOT_NOT_OBJECT', message, at: root, path: [] });
  }
  const own = way ?? OWN_ROOTS[kind];
  const found = (own === undefined ? ROOTS : [own]).flatMap((path) => {
    const property = followPath(root, path);
    return property === undefined ? [] : [{ path, property }];
  });
  // VS Code reads only "servers", so that key takes precedence there.
  const [chosen, ...others] = kind === 'vscode' ? found.toSorted((a, b) => rank(a.path) - rank(b.path)) : found;
  if (chosen === undefined && way !== undefined) return noServers;
  if (chosen === undefined)
    return own === undefined ? withoutServersKey(root, kind) : (misspeltRoot(root, own) ?? noServers);
  const { path, property } = chosen;
  if (property.valueNode.type !== 'object') {
    const message = `"${path.join('.')}" must map server names to their settings, but it is ${describeType(property.valueNode)}.`;
    return unreadable({ code: 'SERVERS_NOT_OBJECT', message, at: property.keyNode, path });
  }
  if ((property.valueNode.children?.length ?? 0) > MAX_SERVERS) {
    const message = `The file has more than ${MAX_SERVERS} servers under "${path.join('.')}"; none of them is read.`;
    return unreadable({ code: 'SERVERS_TOO_MANY', message, at: property.keyNode, path });
  }
  const remarks = [
    ...(own === undefined ? foreignRoot(kind, path, property) : []),
    ...duplicateRoot(root, path),
    ...others.map((other) => ambiguousRoot(path, other.path, other.property)),
  ];
  return { servers: property.valueNode, path, remarks, unreadable: false };
}

/**
 * Finds a key that was meant to contain the servers but that its client does not read; the restrictions on these
 * servers would otherwise be lost.
 */
function misspeltRoot(root: Node, [own = '']: KeyPath): ServersRoot | undefined {
  for (const { key, keyNode, valueNode } of propertiesOf(root).slice(0, MAX_SERVERS)) {
    if (!hasProperties(valueNode) || nearestName(key, [own, 'mcpServers', 'mcp_servers']) === undefined) continue;
    const message = `Unknown key ${quoteName(key)}. The client of this file reads its servers under "${own}".`;
    return unreadable({ code: 'ROOT_MISSPELT', message, at: keyNode, path: [key] });
  }
  return undefined;
}

const noServers: ServersRoot = { servers: undefined, path: [], remarks: [], unreadable: false };

/** More servers than anyone runs; prevents a hostile file from exhausting memory with entries. */
const MAX_SERVERS = 1000;

function rank(path: readonly string[]): number {
  return path[0] === 'mcpServers' ? 1 : 0;
}

function followPath(root: Node, path: readonly string[]): JsonProperty | undefined {
  return propertyOf(nodeAt(root, path.slice(0, -1)), path.at(-1) ?? '');
}

function foreignRoot(kind: ConfigFileKind, path: readonly string[], { keyNode }: JsonProperty): readonly RootRemark[] {
  if (kind === 'generic' || (kind === 'vscode') === (path.at(-1) === 'servers')) return [];
  const expected = kind === 'vscode' ? 'servers' : 'mcpServers';
  const message = `The servers are under "${path.join('.')}", but the client of this file reads "${expected}". They are read here anyway.`;
  return [{ code: 'ROOT_FOREIGN', severity: 'warning', message, at: keyNode, path }];
}

function duplicateRoot(root: Node, path: readonly string[]): readonly RootRemark[] {
  const [first, second] = propertiesOf(root).filter(({ key }) => key === path[0]);
  if (first === undefined || second === undefined) return [];
  const message = `The key "${first.key}" occurs twice; the servers under the last one count.`;
  return [{ code: 'DUPLICATE_KEY', severity: 'warning', message, at: first.keyNode, path: path.slice(0, 1) }];
}

function ambiguousRoot(chosen: readonly string[], path: readonly string[], { keyNode }: JsonProperty): RootRemark {
  const message = `The file has servers under "${chosen.join('.')}" and under "${path.join('.')}"; only the former are read.`;
  return { code: 'ROOT_AMBIGUOUS', severity: 'warning', message, at: keyNode, path };
}

function withoutServersKey(root: Node, kind: ConfigFileKind): ServersRoot {
  const properties = propertiesOf(root).filter(({ key }) => !isAnnotation(key));
  if (
    properties.length > 0 &&
    properties.length <= MAX_SERVERS &&
    properties.every(({ valueNode }) => looksLikeServer(valueNode))
  ) {
    const message =
      'The file has no "mcpServers" key; its root was read as the map of servers. Roo-family clients refuse it.';
    const remark = { code: 'BARE_MAP', severity: 'warning', message, at: root, path: [] } as const;
    return { ...noServers, servers: root, remarks: [remark] };
  }
  for (const { key, keyNode } of properties.slice(0, MAX_SERVERS)) {
    const meant = nearestName(key, ['mcpServers', 'servers']);
    if (meant !== undefined) {
      const message = `Unknown key ${quoteName(key)}. Did you mean "${meant}"?`;
      return unreadable({ code: 'ROOT_MISSPELT', message, at: keyNode, path: [key] });
    }
  }
  const mayHoldServers = properties.some(({ valueNode }) => hasProperties(valueNode));
  return serversMissing(root, kind, mayHoldServers);
}

/**
 * Roo requires the key: without it, Roo reports the file and uses none of its content. The values under other keys may
 * have been intended as servers.
 */
function serversMissing(root: Node, kind: ConfigFileKind, mayHoldServers: boolean): ServersRoot {
  const isRefused = isRooFamily(kind);
  const message = isRefused
    ? 'The file has no "mcpServers", so its client refuses it. A file without servers is written { "mcpServers": {} }.'
    : 'The file has no servers: expected an object under "mcpServers".';
  const severity = isRefused ? 'error' : 'info';
  const remarks = [{ code: 'SERVERS_MISSING', severity, message, at: root, path: [] }] as const;
  return { ...noServers, remarks, unreadable: isRefused && mayHoldServers };
}

function hasProperties(node: Node): boolean {
  return node.type === 'object' && (node.children?.length ?? 0) > 0;
}

function isAnnotation(key: string): boolean {
  return key.startsWith('$') || key.startsWith('_');
}

function looksLikeServer(node: Node): boolean {
  return ['command', 'url'].some((key) => {
    const value = propertyOf(node, key)?.valueNode;
    return value !== undefined && typeof jsonValueOf(value) === 'string';
  });
}

function unreadable(remark: Omit<RootRemark, 'severity'>): ServersRoot {
  return { servers: undefined, path: remark.path, remarks: [{ ...remark, severity: 'error' }], unreadable: true };
}

/** Returns the type of a JSON value for use in messages. */
export function describeType(node: Node): string {
  return { array: 'an array', null: 'null', object: 'an object' }[node.type as 'array'] ?? `a ${node.type}`;
}

/** Formats a name for messages: in quotes, and truncated after 60 characters. */
export function quoteName(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 57)}…` : name);
}
