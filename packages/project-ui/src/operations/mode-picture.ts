import { findTool, type PolicyMode, toolGroups } from '@modegate/mode-core';
import type { Escape, PermissionRow, PermissionState } from '@modegate/policy-check/permissions';
import type { GroupPicture, ModePicture, ServerPicture, ToolPicture } from '../wire.ts';

/** What is known of one mode: its rows of the matrix, and the ways around its limits. */
export interface PicturedMode {
  readonly mode: PolicyMode;
  readonly rows: readonly PermissionRow[];
  readonly escapes: readonly Escape[];
}

/** What a mode may do, put together for a picture. Pure; every state is one of the matrix. */
export function pictureMode({ mode, rows, escapes }: PicturedMode): ModePicture {
  const { config, source, file, invalid } = mode;
  return {
    slug: config.slug,
    name: config.name,
    source,
    file,
    invalid,
    groups: [...toolGroups.filter((group) => group !== 'mcp' && group !== 'modes'), 'always'].flatMap((group) =>
      pictureGroup(group, rows),
    ),
    servers: [...new Set(rows.flatMap(({ subject }) => ('server' in subject ? [subject.server] : [])))].map((name) =>
      pictureServer(name, rows),
    ),
    ways: escapes.map(({ kind, certainty, message }) => ({ kind, certainty, message })),
  };
}

function pictureGroup(group: string, rows: readonly PermissionRow[]): readonly GroupPicture[] {
  const own = rows.filter(({ subject }) => {
    const tool = subject.kind === 'tool' ? findTool(subject.tool) : undefined;
    return tool?.group === group && tool.retired !== true;
  });
  if (own.length === 0) return [];
  const limits = own.flatMap(({ conditions }) =>
    conditions.flatMap((one) => (one.kind === 'files' ? [{ pattern: one.pattern, description: one.description }] : [])),
  );
  const files = [...new Map(limits.map((limit) => [limit.pattern, limit])).values()];
  return [{ group, state: together(own.map(({ state }) => state)), files, tools: own.map(pictureTool) }];
}

/** The widest state: a group of which one tool is open is open in part. */
function together(states: readonly PermissionState[]): PermissionState {
  const [first = 'denied'] = states;
  if (states.every((state) => state === first)) return first;
  return states.every((state) => state === 'denied' || state === 'unknown') ? 'unknown' : 'limited';
}

function pictureServer(name: string, rows: readonly PermissionRow[]): ServerPicture {
  const own = rows.filter(({ subject }) => 'server' in subject && subject.server === name);
  const stateOf = (kind: PermissionRow['subject']['kind']) => own.find(({ subject }) => subject.kind === kind)?.state;
  return {
    name,
    resources: stateOf('mcp-resources'),
    others: stateOf('mcp-other-tools'),
    tools: own.filter(({ subject }) => subject.kind === 'mcp-tool').map(pictureTool),
  };
}

function pictureTool({ subject, state, reason }: PermissionRow): ToolPicture {
  return { name: 'tool' in subject ? subject.tool : '', state, reason };
}
