import { isLiteral } from '../matrix/names.ts';
import type { PermissionRow } from '../matrix/permission-row.ts';
import type { Bypass, BypassKind, ModeRows } from './bypass.ts';

/** Finds servers some of whose tools are refused but whose resources, or tools added later, remain allowed. */
export function findServerBypasses({ mode, rows }: ModeRows): readonly Bypass[] {
  return [...byServer(rows)].flatMap(([server, found]) => {
    const refused = found.find(isRefusedTool);
    if (refused === undefined) return [];
    return found.flatMap((row) => {
      const report = (kind: BypassKind, message: string): readonly Bypass[] => [
        { kind, mode, message, certainty: 'certain', through: [row.subject], modes: [], by: row.by, limit: refused.by },
      ];
      // If a person must consent, no restriction can be circumvented.
      if (row.subject.kind === 'mcp-resources' && row.state !== 'denied' && row.state !== 'asks')
        return report(
          'open-resources',
          `Mode '${mode}' cannot use all tools of '${server}', but it can read all resources of this server, because tool lists do not cover resources. If this matters, add '${server}' to 'disallowedServers'.`,
        );
      if (row.subject.kind === 'mcp-other-tools' && isOpenToLater(row))
        return report(
          'later-tools',
          `Mode '${mode}' refuses some tools of '${server}' but allows any tool that the server adds later. List the tools that the mode needs in 'allowedTools'.`,
        );
      return [];
    });
  });
}

/** True for a tool that is refused by the mode's own lists, although the mode may use the server. */
function isRefusedTool(row: PermissionRow): boolean {
  const isTool = row.subject.kind === 'mcp-tool' || row.subject.kind === 'mcp-other-tools';
  return isTool && (row.code === 'MCP_TOOL_DISALLOWED' || row.code === 'MCP_TOOL_NOT_ALLOWED');
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
  const ofServers = rows.filter(({ subject }) => 'server' in subject);
  return Map.groupBy(ofServers, ({ subject }) => ('server' in subject ? subject.server : ''));
}
