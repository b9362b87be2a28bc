import { isLiteral } from '../matrix/names.ts';
import type { PermissionRow } from '../matrix/permission-row.ts';
import type { Bypass, ModeRows } from './bypass.ts';

/** Finds servers with refused tools whose resources, or tools added later, remain allowed. */
export function findServerBypasses({ mode, rows }: ModeRows): readonly Bypass[] {
  return [...byServer(rows)].flatMap(([server, found]) => {
    const refused = found.find(isRefusedTool);
    if (refused === undefined) return [];
    const resources = found.find(({ subject }) => subject.kind === 'mcp-resources');
    const others = found.find(({ subject }) => subject.kind === 'mcp-other-tools');
    return [...openResources(resources, refused, { mode, server }), ...laterTools(others, refused, { mode, server })];
  });
}

interface Place {
  readonly mode: string;
  readonly server: string;
}

/** True for a tool that is refused by the mode's own lists, although the mode may use the server. */
function isRefusedTool(row: PermissionRow): boolean {
  const isTool = row.subject.kind === 'mcp-tool' || row.subject.kind === 'mcp-other-tools';
  return isTool && (row.code === 'MCP_TOOL_DISALLOWED' || row.code === 'MCP_TOOL_NOT_ALLOWED');
}

function openResources(resources: PermissionRow | undefined, refused: PermissionRow, place: Place): readonly Bypass[] {
  // If a person must consent, no restriction can be circumvented.
  if (resources === undefined || resources.state === 'denied' || resources.state === 'asks') return [];
  const { mode, server } = place;
  const message = `Mode '${mode}' cannot use all tools of '${server}', but it can read all resources of this server, because tool lists do not cover resources. If this matters, add '${server}' to 'disallowedServers'.`;
  return [
    {
      kind: 'open-resources',
      mode,
      message,
      certainty: 'certain',
      through: [resources.subject],
      modes: [],
      by: resources.by,
      limit: refused.by,
    },
  ];
}

function laterTools(others: PermissionRow | undefined, refused: PermissionRow, place: Place): readonly Bypass[] {
  if (others === undefined || !isOpenToLater(others)) return [];
  const { mode, server } = place;
  const message = `Mode '${mode}' refuses some tools of '${server}' but allows any tool that the server adds later. List the tools that the mode needs in 'allowedTools'.`;
  return [
    {
      kind: 'later-tools',
      mode,
      message,
      certainty: 'certain',
      through: [others.subject],
      modes: [],
      by: others.by,
      limit: refused.by,
    },
  ];
}

/**
 * True if later tools remain allowed. A case-insensitive deny rule for a single name affects only tools with that name
 * that are added later.
 */
function isOpenToLater({ state, conditions }: PermissionRow): boolean {
  const names = conditions.find(({ kind }) => kind === 'tool-names');
  if (names?.kind !== 'tool-names') return state === 'allowed';
  const { otherwise, allow, deny, denyInAnyCase = [] } = names;
  return otherwise === 'allowed' && [...allow, ...deny, ...denyInAnyCase].every(isLiteral);
}

function byServer(rows: readonly PermissionRow[]): ReadonlyMap<string, readonly PermissionRow[]> {
  const found = new Map<string, PermissionRow[]>();
  for (const row of rows) {
    if (!('server' in row.subject)) continue;
    const list = found.get(row.subject.server) ?? [];
    list.push(row);
    found.set(row.subject.server, list);
  }
  return found;
}
