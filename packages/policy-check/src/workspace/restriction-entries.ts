import type { McpToolReference } from '@modegate/mode-core';
import type { CheckedMode, Workspace } from './workspace.ts';

/** A list of a mode's MCP restrictions. */
export type RestrictionList =
  | 'allowedServers'
  | 'disallowedServers'
  | 'allowedMcpServers'
  | 'allowedTools'
  | 'disallowedTools';

/** One entry of such a list. */
export interface RestrictionEntry {
  readonly mode: CheckedMode;
  readonly list: RestrictionList;
  /** Whether the list allows. */
  readonly allows: boolean;
  readonly pointer: string;
  readonly server: string;
  /** Pointer of the server's name; the entry's own in a list of servers. */
  readonly serverPointer: string;
  /** Absent in a list of servers. */
  readonly tool?: string;
  readonly toolPointer?: string;
  /** Whether it holds only at some times or in some surroundings. */
  readonly isConditional: boolean;
}

// More than anybody writes by hand; what a hostile list has beyond is left to whoever reads the first findings.
const maxEntries = 1000;

/** The modes that count and can be read, with the entries of their lists. */
export function restrictionEntries(workspace: Workspace): readonly RestrictionEntry[] {
  const known = entriesByWorkspace.get(workspace);
  if (known !== undefined) return known;
  const entries = workspace.modes.filter(isJudged).flatMap(entriesOf);
  entriesByWorkspace.set(workspace, entries);
  return entries;
}

const entriesByWorkspace = new WeakMap<Workspace, readonly RestrictionEntry[]>();

/** The entry at a pointer of a file. */
export function entryAt(workspace: Workspace, file: string, pointer: string): RestrictionEntry | undefined {
  let index = indexByWorkspace.get(workspace);
  if (index === undefined) {
    index = new Map(restrictionEntries(workspace).map((entry) => [`${entry.mode.file.file}\n${entry.pointer}`, entry]));
    indexByWorkspace.set(workspace, index);
  }
  return index.get(`${file}\n${pointer}`);
}

const indexByWorkspace = new WeakMap<Workspace, ReadonlyMap<string, RestrictionEntry>>();

/** Whether the policy decides by a mode, so that its rules are worth a look. */
export function isJudged({ isEffective, loaded }: CheckedMode): boolean {
  return isEffective && loaded.invalid === undefined && loaded.restrictionsInvalid === undefined;
}

function entriesOf(mode: CheckedMode): readonly RestrictionEntry[] {
  const { mcpRestrictions: own = {}, allowedMcpServers: zoo } = mode.loaded.config;
  const at = `${mode.pointer}/mcpRestrictions`;
  return [
    ...servers(mode, 'allowedServers', { names: own.allowedServers, at }),
    ...servers(mode, 'disallowedServers', { names: own.disallowedServers, at }),
    ...servers(mode, 'allowedMcpServers', { names: zoo, at: mode.pointer }),
    ...tools(mode, 'allowedTools', { references: own.allowedTools, at }),
    ...tools(mode, 'disallowedTools', { references: own.disallowedTools, at }),
  ];
}

function servers(
  mode: CheckedMode,
  list: RestrictionList,
  { names = [], at }: { readonly names: readonly string[] | undefined; readonly at: string },
): readonly RestrictionEntry[] {
  return names.slice(0, maxEntries).map((server, index) => {
    const pointer = `${at}/${list}/${index}`;
    return {
      mode,
      list,
      allows: list.startsWith('allowed'),
      pointer,
      server,
      serverPointer: pointer,
      isConditional: false,
    };
  });
}

function tools(
  mode: CheckedMode,
  list: RestrictionList,
  { references = [], at }: { readonly references: readonly McpToolReference[] | undefined; readonly at: string },
): readonly RestrictionEntry[] {
  return references.slice(0, maxEntries).map(({ serverName, toolName, schedule, when }, index) => {
    const pointer = `${at}/${list}/${index}`;
    return {
      mode,
      list,
      allows: list.startsWith('allowed'),
      pointer,
      server: serverName,
      serverPointer: `${pointer}/serverName`,
      tool: toolName,
      toolPointer: `${pointer}/toolName`,
      isConditional: schedule !== undefined || when !== undefined,
    };
  });
}
