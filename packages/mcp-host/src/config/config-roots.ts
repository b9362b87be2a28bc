import type { Node } from 'jsonc-parser';
import type { ConfigProblemCode, ConfigProblemSeverity } from './config-problem.ts';
import { type JsonProperty, jsonValueOf, propertiesOf, propertyOf } from './json-text.ts';
import { nearestName } from './nearest-name.ts';
import type { ConfigFileKind } from './server-entry.ts';

/** A remark on the root of a file, not yet placed. */
export interface RootRemark {
  readonly code: ConfigProblemCode;
  readonly severity: ConfigProblemSeverity;
  readonly message: string;
  readonly at: Node;
  readonly path: readonly string[];
}

/** The object that maps names to servers, and the remarks made while looking for it. */
export interface ServersRoot {
  readonly servers: Node | undefined;
  readonly path: readonly string[];
  readonly remarks: readonly RootRemark[];
  /** True when the file has servers, or seems to, that cannot be told. */
  readonly unreadable: boolean;
}

/** The ways to the server map, by key; a VS Code `settings.json` keeps it under `mcp`. */
const ROOTS = [['mcpServers'], ['servers'], ['mcp', 'servers']] as const;

/** Finds the server map of a file: `mcpServers`, `servers`, `mcp.servers`, or the root itself when it is a bare map. */
export function findServersRoot(root: Node, kind: ConfigFileKind): ServersRoot {
  if (root.type !== 'object') {
    return unreadable('root-not-object', `The root of the file must be an object, but it is ${named(root)}.`, root);
  }
  const found = ROOTS.flatMap((path) => {
    const property = followPath(root, path);
    return property === undefined ? [] : [{ path, property }];
  });
  // VS Code reads "servers" and nothing else, so it counts first there.
  const [chosen, ...others] = kind === 'vscode' ? found.toSorted((a, b) => rank(a.path) - rank(b.path)) : found;
  if (chosen === undefined) return withoutServersKey(root);
  const { path, property } = chosen;
  if (property.valueNode.type !== 'object') {
    const message = `"${path.join('.')}" must map server names to their settings, but it is ${named(property.valueNode)}.`;
    return unreadable('servers-not-object', message, property.keyNode, path);
  }
  const remarks = [
    ...foreignRoot(kind, path, property),
    ...others.map((other) => ambiguousRoot(path, other.path, other.property)),
  ];
  return { servers: property.valueNode, path, remarks, unreadable: false };
}

function rank(path: readonly string[]): number {
  return path[0] === 'mcpServers' ? 1 : 0;
}

function followPath(root: Node, path: readonly string[]): JsonProperty | undefined {
  let node: Node | undefined = root;
  let property: JsonProperty | undefined;
  for (const key of path) {
    property = propertyOf(node, key);
    node = property?.valueNode;
  }
  return property;
}

function foreignRoot(kind: ConfigFileKind, path: readonly string[], { keyNode }: JsonProperty): readonly RootRemark[] {
  if (kind === 'generic' || (kind === 'vscode') === (path.at(-1) === 'servers')) return [];
  const expected = kind === 'vscode' ? 'servers' : 'mcpServers';
  const message = `The servers stand under "${path.join('.')}", but the client of this file reads "${expected}". They are read here all the same.`;
  return [{ code: 'root-foreign', severity: 'warning', message, at: keyNode, path }];
}

function ambiguousRoot(chosen: readonly string[], path: readonly string[], { keyNode }: JsonProperty): RootRemark {
  const message = `The file has servers under "${chosen.join('.')}" and under "${path.join('.')}"; only the former are read.`;
  return { code: 'root-ambiguous', severity: 'warning', message, at: keyNode, path };
}

function withoutServersKey(root: Node): ServersRoot {
  const properties = propertiesOf(root).filter(({ key }) => !isAnnotation(key));
  if (properties.length > 0 && properties.every(({ valueNode }) => looksLikeServer(valueNode))) {
    const message =
      'The file has no "mcpServers" key; its root was read as the map of servers. Roo-family clients refuse it.';
    return {
      servers: root,
      path: [],
      remarks: [{ code: 'bare-map', severity: 'warning', message, at: root, path: [] }],
      unreadable: false,
    };
  }
  for (const { key, keyNode } of properties) {
    const meant = nearestName(key, ['mcpServers', 'servers']);
    if (meant !== undefined) {
      return unreadable('root-misspelt', `Unknown key ${quoted(key)}. Did you mean "${meant}"?`, keyNode, [key]);
    }
  }
  const message = 'The file has no servers: expected an object under "mcpServers".';
  return {
    servers: undefined,
    path: [],
    remarks: [{ code: 'servers-missing', severity: 'info', message, at: root, path: [] }],
    unreadable: false,
  };
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

function unreadable(code: ConfigProblemCode, message: string, at: Node, path: readonly string[] = []): ServersRoot {
  return { servers: undefined, path, remarks: [{ code, severity: 'error', message, at, path }], unreadable: true };
}

function named(node: Node): string {
  return { array: 'an array', null: 'null', object: 'an object' }[node.type as 'array'] ?? `a ${node.type}`;
}

/** A name as it appears in messages: quoted, and cut after 60 characters. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 57)}…` : name);
}
