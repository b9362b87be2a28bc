import { decide, type Policy, type PolicyMode } from '@modegate/mode-core';
import type { InventoryServer } from '../matrix/inventory.ts';
import { permissionMatrix } from '../matrix/permission-matrix.ts';
import type { PermissionRow } from '../matrix/permission-row.ts';
import { type ExportedAccess, strictest, toExportedAccess } from './exported-access.ts';

/** What one mode opens, as a file of another agent can say it: all of it was asked of `decide`. */
export interface ModeGrants {
  readonly mode: PolicyMode;
  /** The access that all of these tools of the catalogue share. */
  readonly of: (...tools: readonly string[]) => ExportedAccess;
  readonly servers: readonly ServerGrant[];
}

/** What one mode opens of one MCP server. */
export interface ServerGrant {
  readonly server: string;
  readonly resources: ExportedAccess;
  /** Tools with an answer of their own: those that are known, and those that rules name. */
  readonly tools: readonly { readonly name: string; readonly access: ExportedAccess }[];
  /** All others. Of names that match both lists the denial wins; `deny` alone means that the rest is open. */
  readonly others: ExportedAccess | OtherTools;
  /** Whether what the server offers is known. */
  readonly isListed: boolean;
}

/** Tools that are not known by name, of which patterns open or close some. */
export interface OtherTools {
  readonly state: 'by-name';
  readonly by: ExportedAccess['by'];
  readonly isOpen: boolean;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** Whether an allowance could not be proven, and is left out. */
  readonly isPartial: boolean;
}

/** What a mode of a policy opens. */
export function readModeGrants(
  policy: Policy,
  mode: PolicyMode,
  inventory: readonly InventoryServer[] | undefined,
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
  if (others === undefined || resources === undefined) throw new RangeError(`No rows of server '${asked.server}'.`);
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
  const { allow, deny, denyInAnyCase } = names;
  if (denyInAnyCase !== undefined) return { state: 'closed', by, lost: caseCounts };
  const isOpen = names.otherwise === 'allowed';
  const proven = isOpen ? [] : allow.filter((pattern) => isOpenThroughout(asked, pattern, [...allow, ...deny]));
  return { state: 'by-name', by, isOpen, allow: proven, deny, isPartial: !isOpen && proven.length < allow.length };
}

const caseCounts = 'the format has no case-insensitive denials, so only tools that are known by name are open';

/**
 * Whether every name of a pattern with one `*` is allowed, apart from what patterns of `others` deny: asked with names in which what the
 * `*` stands for is spelt in a letter that no rule has, once for every length that a rule could tell apart.
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
