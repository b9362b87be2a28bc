import { defined } from '@modegate/json';
import { type Circumstances, decide, formatRule, type Policy } from '@modegate/mode-core';
import { findTool } from '@modegate/mode-core/tools';
import type { Bypass } from '../bypasses/bypass.ts';
import { callParameters } from '../matrix/call-parameters.ts';
import type { PermissionRow, PermissionState } from '../matrix/permission-row.ts';

/** Permissions of one mode, ready to be drawn. */
export interface ModePicture {
  readonly slug: string;
  readonly name: string;
  /** Source of the mode: `project`, `global` or `builtin`. */
  readonly source: string;
  /** The file that defines the mode; absent for a built-in mode. */
  readonly file?: string;
  /** Reason why the mode refuses everything, if it does. */
  readonly invalid?: string;
  readonly groups: readonly GroupPicture[];
  /** Servers in the order in which they appear in the rows. */
  readonly servers: readonly ServerPicture[];
  /** Every server without individual rows; absent if all servers are known. */
  readonly otherServers?: PermissionState;
  readonly ways: readonly Bypass[];
  /** The rows from which the picture was made. */
  readonly rows: readonly PermissionRow[];
}

/** Groups in a picture: the groups of the agent's tools, and `always` for the tools that every mode has. */
export const pictureGroups = ['read', 'edit', 'browser', 'command', 'mcp', 'always'] as const;

/** Id of a group in a picture. */
export type PictureGroup = (typeof pictureGroups)[number];

/**
 * `open`: every tool is allowed with any arguments; `limited`: only some tools are allowed, or only under conditions;
 * `closed`: no tools are allowed.
 */
export type PictureState = 'open' | 'limited' | 'closed';

/** One group of the agent's own tools. */
export interface GroupPicture {
  readonly group: PictureGroup;
  readonly state: PictureState;
  /** Tools of the group, excluding retired tools. */
  readonly tools: readonly ToolPicture[];
  /** Patterns that files must match for the group's usable tools to access them. */
  readonly limits: readonly FileLimitPicture[];
  /** Project files that the restriction allows; present if there is a restriction and the files are known. */
  readonly files?: FileReach;
  /** Commands of the mode; present if the mode has command rules. */
  readonly commands?: CommandsPicture;
}

/** Commands of a mode that has command rules. */
export interface CommandsPicture {
  /** Commands whose state differs from that of all other commands; `…` in a command means any word. */
  readonly listed: readonly ToolPicture[];
  /** State of all other commands. */
  readonly others: PermissionState;
}

/** One tool and its state in a mode. */
export interface ToolPicture {
  readonly name: string;
  readonly state: PermissionState;
  /** The reason why the tool is denied. */
  readonly reason?: string;
}

/** A pattern that files must match. */
export interface FileLimitPicture {
  readonly pattern: string;
  /** Description of the restriction in its mode. */
  readonly description?: string;
}

/** Project files that a restricted tool may access. */
export interface FileReach {
  /** Number of tested files to which access is allowed. */
  readonly opened: number;
  readonly asked: number;
  /** The first few files to which access is allowed. */
  readonly sample: readonly string[];
  /** Number of files that were not tested because there are too many. */
  readonly left: number;
}

/** One MCP server and its state in a mode. */
export interface ServerPicture {
  readonly server: string;
  readonly state: PictureState;
  /** The reason why the server is denied. */
  readonly reason?: string;
  readonly tools: readonly ToolPicture[];
  /** State of unknown tools and of tools added later. */
  readonly otherTools: PermissionState;
  readonly resources: PermissionState;
}

/** Input for `pictureMode`. */
export interface PictureInput {
  readonly policy: Policy;
  readonly mode: string;
  /** The rows of the mode, as returned by `permissionMatrix`; may include rows of other modes. */
  readonly rows: readonly PermissionRow[];
  /** Bypasses of restrictions, as returned by `findBypasses`; may also include those of other modes. */
  readonly ways: readonly Bypass[];
  /** Files of the project. Default: unknown. */
  readonly files?: readonly string[] | undefined;
  readonly circumstances?: Circumstances | undefined;
}

/** Collects the permissions of one mode. Queries `decide` only to find the files that a restriction allows. */
export function pictureMode(input: PictureInput): ModePicture {
  const { policy, mode } = input;
  const own = policy.modes.find(({ config }) => config.slug === mode);
  const rows = input.rows.filter((row) => row.mode === mode);
  const otherServers = rows.find(({ subject }) => subject.kind === 'mcp-other-servers')?.state;
  return {
    slug: mode,
    name: own?.config.name ?? mode,
    source: own?.source ?? 'project',
    ...defined({ file: own?.file, invalid: own?.invalid }),
    groups: pictureGroups.map((group) => pictureGroup(group, { ...input, rows })),
    servers: pictureServers(rows),
    ...defined({ otherServers }),
    ways: input.ways.filter((way) => way.mode === mode),
    rows,
  };
}

/** Returns the reason for the state of a row: the rule and, for a refusal, its code. */
export function reasonOf(row: PermissionRow): string {
  return row.code === undefined ? formatRule(row.by) : `${row.code} by ${formatRule(row.by)}`;
}

function pictureGroup(group: PictureGroup, input: PictureInput): GroupPicture {
  const rows = input.rows.filter(({ subject }) => {
    if (subject.kind !== 'tool') return false;
    const tool = findTool(subject.tool);
    return tool?.group === group && tool.retired !== true;
  });
  const usable = rows.filter((row) => row.state !== 'denied');
  const files = reachOf(group, usable, input);
  return {
    group,
    state: stateOf(rows),
    tools: rows.flatMap((row) => ('tool' in row.subject ? pictureTool(row.subject.tool, row) : [])),
    limits: [...new Map(usable.flatMap(limitsOf).map((limit) => [limit.pattern, limit])).values()],
    ...defined({ files }),
    ...(group === 'command' ? pictureCommands(input.rows) : {}),
  };
}

function pictureCommands(rows: readonly PermissionRow[]): Pick<GroupPicture, 'commands'> {
  const hasRules = rows.some(({ conditions }) => conditions.some(({ kind }) => kind === 'commands'));
  const others = rows.find(({ subject }) => subject.kind === 'other-commands')?.state;
  if (!hasRules || others === undefined) return {};
  const listed = rows.flatMap((row) =>
    row.subject.kind === 'command' && row.state !== others ? pictureTool(row.subject.command, row) : [],
  );
  return { commands: { listed, others } };
}

/** Returns the tools that a mode may use, with or without a restriction. */
export function usableTools({ tools }: Pick<GroupPicture, 'tools'>): readonly ToolPicture[] {
  return tools.filter(({ state }) => state !== 'denied');
}

function pictureTool(name: string, { state, reason }: PermissionRow): ToolPicture {
  return { name, state, ...defined({ reason }) };
}

function limitsOf({ conditions }: PermissionRow): readonly FileLimitPicture[] {
  return conditions
    .filter((condition) => condition.kind === 'files')
    .map(({ pattern, description }) => ({ pattern, ...defined({ description }) }));
}

function stateOf(rows: readonly PermissionRow[]): PictureState {
  if (rows.every(({ state }) => state === 'denied')) return 'closed';
  return rows.every(({ state }) => state === 'allowed') ? 'open' : 'limited';
}

/**
 * Maximum number of queries. Each query takes time for every file and mode, and a repository may contain a hundred
 * thousand files.
 */
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
  const ofServers = rows.filter(({ subject }) => 'server' in subject);
  const byServer = Map.groupBy(ofServers, ({ subject }) => ('server' in subject ? subject.server : ''));
  return [...byServer].map(([server, found]) => {
    const stateFor = (kind: string) => found.find(({ subject }) => subject.kind === kind)?.state ?? 'denied';
    const state = stateOf(found);
    return {
      server,
      state,
      ...defined({ reason: state === 'closed' ? found[0]?.reason : undefined }),
      tools: found.flatMap((row) => (row.subject.kind === 'mcp-tool' ? pictureTool(row.subject.tool, row) : [])),
      otherTools: stateFor('mcp-other-tools'),
      resources: stateFor('mcp-resources'),
    };
  });
}
