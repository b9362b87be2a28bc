import type { StandingSetting } from '../standing-setting.ts';
import { type FileFault, type FileValue, flagAt, nameValue, textAt, valueAt } from './file-value.ts';
import { mergePermissions, type PermissionMap, readPermission, readTools } from './permission-map.ts';
import { readStanding } from './read-standing.ts';
import { agentValues, isServerValue, opencodeValues, sharedValues, type ValueTest } from './value-tests.ts';

/** @internal An agent of a file. */
export interface AgentEntry {
  readonly permission: PermissionMap;
  readonly mode?: string;
  readonly disable?: boolean;
  readonly hidden?: boolean;
}

/** @internal What the permissions depend on, from one file or merged. */
export interface AgentSettings {
  readonly permission: PermissionMap;
  /** The old top-level `tools`. */
  readonly tools: PermissionMap;
  readonly agents: ReadonlyMap<string, AgentEntry>;
  /** The old `mode` entries, which become agents at the end. */
  readonly modes: ReadonlyMap<string, AgentEntry>;
  /** Servers by name, with `enabled`. */
  readonly servers: ReadonlyMap<string, boolean>;
  /** What works without a call; the later one of a key wins. */
  readonly standing: readonly StandingSetting[];
  readonly subagentDepth?: number;
  readonly defaultAgent?: string;
}

/** @internal What holds without any file. */
export const noSettings: AgentSettings = {
  permission: new Map(),
  tools: new Map(),
  agents: new Map(),
  modes: new Map(),
  servers: new Map(),
  standing: [],
};

/** @internal Place of settings, and the list for their faults. */
export interface SettingsSource {
  readonly file: string;
  readonly agent: 'opencode' | 'kilo';
  readonly faults: FileFault[];
}

/** @internal Reads the root of a configuration file. */
export function readAgentSettings(root: FileValue, source: SettingsSource): AgentSettings {
  if (root.kind !== 'map') {
    source.faults.push({ place: root.place, what: `the file holds ${nameValue(root)}; expected a map` });
    return noSettings;
  }
  refuseNewForm(root, source);
  checkTypes(root, source.agent === 'opencode' ? opencodeValues : sharedValues, source);
  const permission = valueAt(root, 'permission');
  const depth = valueAt(root, 'subagent_depth');
  const defaultAgent = textAt(valueAt(root, 'default_agent'));
  const how = { ...source, acceptsNull: source.agent === 'kilo' };
  return {
    permission: permission === undefined ? new Map() : readPermission(permission, how),
    tools: readTools(valueAt(root, 'tools'), how),
    agents: readAgents(valueAt(root, 'agent'), source),
    modes: readAgents(valueAt(root, 'mode'), source),
    servers: readServers(valueAt(root, 'mcp'), source),
    standing: readStanding(root, source.file),
    ...(depth?.kind === 'scalar' && typeof depth.value === 'number' && { subagentDepth: depth.value }),
    ...(defaultAgent !== undefined && { defaultAgent }),
  };
}

/** The lists of opencode 2 are an error in opencode 1. */
function refuseNewForm(root: FileValue & { readonly kind: 'map' }, { agent, faults }: SettingsSource): void {
  if (agent === 'kilo') return;
  const holders = ['agents', 'agent', 'mode'].flatMap((key) => {
    const agents = valueAt(root, key);
    return agents?.kind === 'map' ? [...agents.entries.values()].map(({ value }) => value) : [];
  });
  for (const holder of [root, ...holders]) {
    const found = holder.kind === 'map' ? holder.entries.get('permissions') : undefined;
    if (found !== undefined)
      faults.push({
        place: found.place,
        what: '"permissions" is the form of opencode 2; opencode 1 knows "permission"',
      });
  }
}

function readAgents(value: FileValue | undefined, source: SettingsSource): ReadonlyMap<string, AgentEntry> {
  const agents = new Map<string, AgentEntry>();
  if (value === undefined || isNull(value, source)) return agents;
  if (value.kind !== 'map') {
    source.faults.push({ place: value.place, what: `the agents are ${nameValue(value)}; expected a map` });
    return agents;
  }
  for (const [name, entry] of value.entries)
    if (!isNull(entry.value, source)) agents.set(name, readAgent(entry.value, source));
  return agents;
}

function isNull(value: FileValue, { agent }: SettingsSource): boolean {
  return agent === 'kilo' && value.kind === 'scalar' && value.value === null;
}

/** @internal Reads one agent. Its `tools` come before its `permission`, whose keys keep the place of a tool's. */
export function readAgent(value: FileValue, source: SettingsSource): AgentEntry {
  if (value.kind !== 'map') {
    source.faults.push({ place: value.place, what: `the agent is ${nameValue(value)}; expected a map` });
    return { permission: new Map() };
  }
  checkTypes(value, agentValues, source);
  const how = { ...source, acceptsNull: source.agent === 'kilo' };
  const permission = valueAt(value, 'permission');
  const own = permission === undefined || isNull(permission, source) ? new Map() : readPermission(permission, how);
  const mode = textAt(valueAt(value, 'mode'));
  const disable = flagAt(valueAt(value, 'disable'));
  const hidden = flagAt(valueAt(value, 'hidden'));
  return {
    permission: new Map([...readTools(valueAt(value, 'tools'), how), ...own]),
    ...(mode !== undefined && { mode }),
    ...(disable !== undefined && { disable }),
    ...(hidden !== undefined && { hidden }),
  };
}

/** Values of a wrong type keep opencode from starting, and Kilo from reading the file. */
function checkTypes(
  { entries }: FileValue & { readonly kind: 'map' },
  types: Readonly<Record<string, ValueTest>>,
  source: SettingsSource,
): void {
  for (const [key, { value }] of entries) {
    const isRight = Object.hasOwn(types, key) ? types[key] : undefined;
    if (isRight !== undefined && !isNull(value, source) && !isRight(value) && !isUnsettled(value))
      source.faults.push({ place: value.place, what: `"${key}" has ${nameValue(value)}, which it does not take` });
  }
}

function isUnsettled(value: FileValue): boolean {
  return value.kind === 'scalar' && value.unsettled;
}

function readServers(value: FileValue | undefined, source: SettingsSource): ReadonlyMap<string, boolean> {
  const servers = new Map<string, boolean>();
  if (value?.kind !== 'map') return servers;
  for (const [name, entry] of value.entries) {
    if (!isServerValue(entry.value) && source.agent === 'opencode' && name !== 'servers' && name !== 'timeout')
      source.faults.push({
        place: entry.place,
        what: `the server "${name}" needs "type": "local" with a list "command", or "type": "remote" with "url"`,
      });
    servers.set(name, flagAt(valueAt(entry.value, 'enabled')) ?? true);
  }
  return servers;
}

/** @internal Merges settings as the agents do; the later ones win. */
export function mergeSettings(under: AgentSettings, over: AgentSettings): AgentSettings {
  return {
    ...under,
    ...over,
    permission: mergePermissions(under.permission, over.permission),
    tools: mergePermissions(under.tools, over.tools),
    agents: mergeAgents(under.agents, over.agents),
    modes: mergeAgents(under.modes, over.modes),
    servers: new Map([...under.servers, ...over.servers]),
    standing: [...new Map([...under.standing, ...over.standing].map((one) => [one.key, one])).values()],
  };
}

/** @internal Merges agents by name, and their permissions key by key. */
export function mergeAgents(
  under: ReadonlyMap<string, AgentEntry>,
  over: ReadonlyMap<string, AgentEntry>,
): ReadonlyMap<string, AgentEntry> {
  const merged = new Map(under);
  for (const [name, entry] of over) {
    const before = merged.get(name);
    const permission = before && mergePermissions(before.permission, entry.permission);
    merged.set(name, before === undefined || permission === undefined ? entry : { ...before, ...entry, permission });
  }
  return merged;
}
