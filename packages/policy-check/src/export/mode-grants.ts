import { decide, type Policy, type PolicyMode } from '@modegate/mode-core';
import type { ServerInventory } from '../matrix/inventory.ts';
import { permissionMatrix } from '../matrix/permission-matrix.ts';
import type { PermissionRow } from '../matrix/permission-row.ts';
import { type ExportedAccess, strictest, toExportedAccess } from './exported-access.ts';

/**
 * Everything that one mode allows, in a form that another agent's file can express; all of it is determined by
 * `decide`.
 */
export interface ModeGrants {
  readonly mode: PolicyMode;
  /** Returns the access that all given tools in the catalogue share. */
  readonly of: (...tools: readonly string[]) => ExportedAccess;
  readonly servers: readonly ServerGrant[];
}

/** Permissions of one mode for one MCP server. */
export interface ServerGrant {
  readonly server: string;
  readonly resources: ExportedAccess;
  /** Tools with individual decisions: known tools, and tools mentioned in rules. */
  readonly tools: readonly { readonly name: string; readonly access: ExportedAccess }[];
  /**
   * All other tools. If a name matches both lists, the deny list takes precedence; if there is only `deny`, everything
   * else is allowed.
   */
  readonly others: ExportedAccess | OtherTools;
  /** True if the server's tools and resources are known. */
  readonly isListed: boolean;
}

/** Tools with unknown names, some of which are allowed or denied by patterns. */
export interface OtherTools {
  readonly state: 'by-name';
  readonly by: ExportedAccess['by'];
  readonly isOpen: boolean;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** True if a permission could not be proven and was omitted. */
  readonly isPartial: boolean;
}

/** Determines everything that a mode in a policy allows. */
export function readModeGrants(
  policy: Policy,
  mode: PolicyMode,
  inventory: readonly ServerInventory[] | undefined,
): ModeGrants {
  const { slug } = mode.config;
  const { rows, servers } = permissionMatrix(policy, { modes: [slug], inventory });
  const tools = new Map(
    rows.flatMap((row) => (row.subject.kind === 'tool' ? [[row.subject.tool, toExportedAccess(row)] as const] : [])),
  );
  return {
    mode,
    of: (...names) => strictest(names.flatMap((name) => tools.get(name) ?? [])),
    servers: servers.map((server) =>
      readServer({ policy, slug, server }, rows, inventory?.find(({ name }) => name === server)?.tools !== undefined),
    ),
  };
}

interface ServerQuestion {
  readonly policy: Policy;
  readonly slug: string;
  readonly server: string;
}

function readServer(asked: ServerQuestion, rows: readonly PermissionRow[], isListed: boolean): ServerGrant {
  const own = rows.filter(({ subject }) => 'server' in subject && subject.server === asked.server);
  const find = (kind: PermissionRow['subject']['kind']) => own.find(({ subject }) => subject.kind === kind);
  const others = find('mcp-other-tools');
  const resources = find('mcp-resources');
  if (others === undefined || resources === undefined) throw new RangeError(`No rows for server '${asked.server}'.`);
  return {
    server: asked.server,
    resources: toExportedAccess(resources),
    tools: own.flatMap((row) =>
      row.subject.kind === 'mcp-tool' ? [{ name: row.subject.tool, access: toExportedAccess(row) }] : [],
    ),
    others: others.state === 'unknown' ? readOthers(asked, others) : toExportedAccess(others),
    isListed,
  };
}

function readOthers(asked: ServerQuestion, { by, conditions }: PermissionRow): ExportedAccess | OtherTools {
  const names = conditions.find((condition) => condition.kind === 'tool-names');
  if (names?.kind !== 'tool-names') return { state: 'closed', by };
  const { allow, ask, deny, denyInAnyCase } = names;
  if (ask !== undefined) return { state: 'closed', by, lost: someAsk };
  if (denyInAnyCase !== undefined) return { state: 'closed', by, lost: caseCounts };
  const isOpen = names.otherwise === 'allowed';
  const proven = isOpen ? [] : allow.filter((pattern) => isOpenThroughout(asked, pattern, [...allow, ...deny]));
  return { state: 'by-name', by, isOpen, allow: proven, deny, isPartial: !isOpen && proven.length < allow.length };
}

const someAsk = 'a person must consent to calls of some tools, so only tools whose names are known are available';
const caseCounts = 'the format has no case-insensitive deny rules, so only tools whose names are known are available';

/**
 * True if every name that matches a pattern with one `*` is allowed, except names denied by patterns in `others`. Tests
 * names that replace the `*` with a letter that occurs in no rule, once for every length that a rule could distinguish.
 */
function isOpenThroughout(
  { policy, slug, server }: ServerQuestion,
  pattern: string,
  others: readonly string[],
): boolean {
  const [start = '', end, ...more] = pattern.split('*');
  if (more.length > 0 || pattern.includes('?')) return false;
  const isAllowed = (tool: string) =>
    decide(policy, { mode: slug, tool: 'use_mcp_tool', mcp: { server, tool } }).allowed;
  if (end === undefined) return isAllowed(pattern);
  const longest = Math.max(...others.map(({ length }) => length)) + 1;
  return Array.from({ length: longest + 1 }, (_, length) => start + '\uE000'.repeat(length) + end)
    .filter((name) => name !== '')
    .every(isAllowed);
}
