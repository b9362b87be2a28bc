import { type Circumstances, decide, findTool, formatRule, type Policy } from '@modegate/mode-core';
import type { Bypass } from '../bypasses/bypass.ts';
import { limitsNothing } from '../grid/grid-of-matrix.ts';
import { callParameters } from '../matrix/call-parameters.ts';
import type { PermissionRow, PermissionState } from '../matrix/permission-row.ts';

/** The permissions of one mode, ready to be drawn. */
export interface ModePicture {
  readonly slug: string;
  readonly name: string;
  /** Origin of the mode: `project`, `global` or `builtin`. */
  readonly source: string;
  /** The file that it is written in; absent for a built-in mode. */
  readonly file?: string;
  /** The reason if the mode refuses everything. */
  readonly invalid?: string;
  readonly groups: readonly GroupPicture[];
  /** In the order of the rows. */
  readonly servers: readonly ServerPicture[];
  /** State of servers without rows of their own; absent if all servers are known. */
  readonly otherServers?: PermissionState;
  readonly ways: readonly Bypass[];
  /** The rows behind the picture. */
  readonly rows: readonly PermissionRow[];
}

/** The groups as a picture has them: those of the agent's tools, and `always` for the tools that every mode has. */
export const pictureGroups = ['read', 'edit', 'browser', 'command', 'mcp', 'always'] as const;

/** One group of a picture. */
export type PictureGroup = (typeof pictureGroups)[number];

/** `open`: every tool whatever its arguments; `limited`: some tools, or under conditions; `closed`: none. */
export type PictureState = 'open' | 'limited' | 'closed';

/** One group of the agent's own tools. */
export interface GroupPicture {
  readonly group: PictureGroup;
  readonly state: PictureState;
  /** Without retired ones. */
  readonly tools: readonly ToolPicture[];
  /** The patterns that the files of its usable tools must match. */
  readonly limits: readonly FileLimitPicture[];
  /** The project files that the limit opens; present if there is a limit and the files are known. */
  readonly files?: FileReach;
}

/** One tool as a mode sees it. */
export interface ToolPicture {
  readonly name: string;
  readonly state: PermissionState;
  /** The reason for a denial. */
  readonly reason?: string;
}

/** A pattern that files must match. */
export interface FileLimitPicture {
  readonly pattern: string;
  /** The description that the mode gives. */
  readonly description?: string;
}

/** The project files that a limited tool may touch. */
export interface FileReach {
  /** Number of checked files that are open. */
  readonly opened: number;
  readonly asked: number;
  /** The first of the open ones. */
  readonly sample: readonly string[];
  /** Number of files that were not checked, because there are too many. */
  readonly left: number;
}

/** One MCP server as a mode sees it. */
export interface ServerPicture {
  readonly server: string;
  readonly state: PictureState;
  /** The reason if it is closed. */
  readonly reason?: string;
  readonly tools: readonly ToolPicture[];
  /** Tools that are not known, and those added later. */
  readonly otherTools: PermissionState;
  readonly resources: PermissionState;
}

/** Input of {@link pictureMode}. */
export interface PictureInput {
  readonly policy: Policy;
  readonly mode: string;
  /** The rows of the mode, as `permissionMatrix` gives them; those of other modes may be among them. */
  readonly rows: readonly PermissionRow[];
  /** The ways around, as `findBypasses` gives them; those of other modes may be among them. */
  readonly ways: readonly Bypass[];
  /** Files of the project. Default: not known. */
  readonly files?: readonly string[] | undefined;
  readonly circumstances?: Circumstances | undefined;
}

/** Puts the answers on one mode together. The only question it asks itself is which files a limit opens, and it asks `decide`. */
export function pictureMode(input: PictureInput): ModePicture {
  const { policy, mode } = input;
  const own = policy.modes.find(({ config }) => config.slug === mode);
  const rows = input.rows.filter((row) => row.mode === mode);
  const otherServers = rows.find(({ subject }) => subject.kind === 'mcp-other-servers')?.state;
  return {
    slug: mode,
    name: own?.config.name ?? mode,
    source: own?.source ?? 'project',
    ...(own?.file === undefined ? {} : { file: own.file }),
    ...(own?.invalid === undefined ? {} : { invalid: own.invalid }),
    groups: pictureGroups.map((group) => pictureGroup(group, { ...input, rows })),
    servers: pictureServers(rows),
    ...(otherServers === undefined ? {} : { otherServers }),
    ways: input.ways.filter((way) => way.mode === mode),
    rows,
  };
}

/** The rule that decides a row, and the code of a refusal. */
export function reasonOf(row: PermissionRow): string {
  return row.code === undefined ? formatRule(row.by) : `${row.code} by ${formatRule(row.by)}`;
}

function pictureGroup(group: PictureGroup, input: PictureInput): GroupPicture {
  const rows = input.rows.filter(({ subject }) => {
    if (subject.kind !== 'tool') return false;
    const tool = findTool(subject.tool);
    return tool?.group === group && tool.retired !== true;
  });
  // A pattern that every file matches, such as `.*`, limits nothing.
  const usable = rows.filter((row) => row.state !== 'denied' && !limitsNothing(row));
  const files = reachOf(group, usable, input);
  return {
    group,
    state: stateOf(rows),
    tools: rows.flatMap(pictureTool),
    limits: [...new Map(usable.flatMap(limitsOf).map((limit) => [limit.pattern, limit])).values()],
    ...(files === undefined ? {} : { files }),
  };
}

/** The tools that a mode may use, with or without a limit. */
export function usableTools({ tools }: Pick<GroupPicture, 'tools'>): readonly ToolPicture[] {
  return tools.filter(({ state }) => state !== 'denied');
}

function pictureTool(row: PermissionRow): readonly ToolPicture[] {
  const { subject, state, reason } = row;
  if (!('tool' in subject)) return [];
  return [
    { name: subject.tool, state: limitsNothing(row) ? 'allowed' : state, ...(reason === undefined ? {} : { reason }) },
  ];
}

function limitsOf({ conditions }: PermissionRow): readonly FileLimitPicture[] {
  return conditions.flatMap((condition): readonly FileLimitPicture[] => {
    if (condition.kind !== 'files') return [];
    const { pattern, description } = condition;
    return [{ pattern, ...(description === undefined ? {} : { description }) }];
  });
}

function stateOf(rows: readonly PermissionRow[]): PictureState {
  if (rows.every(({ state }) => state === 'denied')) return 'closed';
  return rows.every((row) => row.state === 'allowed' || limitsNothing(row)) ? 'open' : 'limited';
}

/** Asking takes time for each file and mode; a repository may have a hundred thousand files. */
const maxAsked = 5000;
const maxSample = 12;

function reachOf(group: PictureGroup, usable: readonly PermissionRow[], input: PictureInput): FileReach | undefined {
  const limited = usable.find((row) => limitsOf(row).length > 0)?.subject;
  const { policy, mode, files, circumstances = {} } = input;
  if (files === undefined || limited?.kind !== 'tool' || (group !== 'read' && group !== 'edit')) return undefined;
  const { tool } = limited;
  const asked = files.slice(0, maxAsked);
  const opened = asked.filter((file) => {
    const params = callParameters(findTool(tool), [file]);
    return decide(policy, { ...circumstances, mode, tool, params }).allowed;
  });
  const sample = opened.slice(0, maxSample);
  return { opened: opened.length, asked: asked.length, sample, left: files.length - asked.length };
}

function pictureServers(rows: readonly PermissionRow[]): readonly ServerPicture[] {
  const byServer = new Map<string, PermissionRow[]>();
  for (const row of rows) {
    if (!('server' in row.subject)) continue;
    const found = byServer.get(row.subject.server);
    if (found === undefined) byServer.set(row.subject.server, [row]);
    else found.push(row);
  }
  return [...byServer].map(([server, found]) => {
    const stateFor = (kind: string) => found.find(({ subject }) => subject.kind === kind)?.state ?? 'denied';
    const state = stateOf(found);
    const reason = state === 'closed' ? found[0]?.reason : undefined;
    return {
      server,
      state,
      ...(reason === undefined ? {} : { reason }),
      tools: found.flatMap((row) => (row.subject.kind === 'mcp-tool' ? pictureTool(row) : [])),
      otherTools: stateFor('mcp-other-tools'),
      resources: stateFor('mcp-resources'),
    };
  });
}
