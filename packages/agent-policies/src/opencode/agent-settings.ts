import { defined } from '@modegate/json';
import type { StandingSetting } from '../standing-setting.ts';
import type { AgentEntry } from './agent-entry.ts';
import {
  entriesIn,
  type FileFault,
  type FileValue,
  flagAt,
  isUnsettled,
  itemsIn,
  nameValue,
  textAt,
  valueAt,
} from './file-value.ts';
import { nativeServers, readNativeAgents } from './native-settings.ts';
import { mergePermissions, type PermissionMap, readPermission, readTools } from './permission-map.ts';
import { readStanding } from './read-standing.ts';
import { agentValues, isServerValue, opencodeValues, sharedValues, type ValueTest } from './value-tests.ts';

/** @internal Settings that affect permissions, from one file or merged from several. */
export interface AgentSettings {
  readonly permission: PermissionMap;
  /** The old top-level `tools` key. */
  readonly tools: PermissionMap;
  readonly agents: ReadonlyMap<string, AgentEntry>;
  /** The old `mode` entries, which become agents once the settings are merged. */
  readonly modes: ReadonlyMap<string, AgentEntry>;
  /** Servers by name, with the value of `enabled` if a file sets it. */
  readonly servers: ReadonlyMap<string, boolean | undefined>;
  /** Plugins mentioned in a file, by name. */
  readonly plugins: ReadonlySet<string>;
  /** Settings that take effect without a call; the later of two settings with the same key takes precedence. */
  readonly standing: readonly StandingSetting[];
  readonly subagentDepth?: number;
  /** Tools not available to any subagent. */
  readonly primaryTools?: readonly string[];
  readonly defaultAgent?: string;
}

/** @internal Settings used if there are no files. */
export const noSettings: AgentSettings = {
  permission: new Map(),
  tools: new Map(),
  agents: new Map(),
  modes: new Map(),
  servers: new Map(),
  plugins: new Set(),
  standing: [],
};

/** @internal Source of settings, with the list that collects faults in the settings. */
export interface SettingsSource {
  readonly file: string;
  readonly agent: 'opencode' | 'kilo';
  readonly faults: FileFault[];
  /** Faults that the agent ignores, so that it can still start. */
  readonly ignored: FileFault[];
}

/** @internal Reads the root of a configuration file. */
export function readAgentSettings(root: FileValue, source: SettingsSource): AgentSettings {
  if (root.kind !== 'map') {
    source.faults.push({ place: root.place, what: `the file contains ${nameValue(root)}; expected a map` });
    return noSettings;
  }
  refuseNewForm(root, source);
  checkTypes(root, source.agent === 'opencode' ? opencodeValues : sharedValues, source);
  const permission = valueAt(root, 'permission');
  const native = source.agent === 'opencode' ? readNativeAgents(root) : undefined;
  source.ignored.push(...(native?.ignored ?? []));
  const depth =
    numberAt(root, 'subagent_depth') ?? (native && numberAt(valueAt(root, 'experimental'), 'subagent_depth'));
  const primary = valueAt(valueAt(root, 'experimental'), 'primary_tools');
  const defaultAgent = textAt(valueAt(root, 'default_agent'));
  const how = { ...source, acceptsNull: source.agent === 'kilo' };
  return {
    permission: permission === undefined ? new Map() : readPermission(permission, how),
    tools: readTools(valueAt(root, 'tools'), how),
    agents: new Map([...readAgents(valueAt(root, 'agent'), source), ...(native?.agents ?? [])]),
    modes: readAgents(valueAt(root, 'mode'), source),
    servers: readServers(valueAt(root, 'mcp'), source),
    plugins: readPlugins(valueAt(root, 'plugin')),
    ...(depth !== undefined && { subagentDepth: depth }),
    ...(primary?.kind === 'list' && { primaryTools: primary.items.flatMap((item) => textAt(item) ?? []) }),
    standing: readStanding(root, source.file),
    ...(defaultAgent !== undefined && { defaultAgent }),
  };
}

function numberAt(value: FileValue | undefined, key: string): number | undefined {
  const found = valueAt(value, key);
  return found?.kind === 'scalar' && typeof found.value === 'number' ? found.value : undefined;
}

/** Reads plugins; each is a name, or a list that consists of a name and options. */
function readPlugins(value: FileValue | undefined): ReadonlySet<string> {
  return new Set(itemsIn(value).flatMap((item) => textAt(item.kind === 'list' ? item.items[0] : item) ?? []));
}

/** Reports lists in the form used by opencode 2; such lists are errors in opencode 1. */
function refuseNewForm(root: FileValue & { readonly kind: 'map' }, { agent, faults }: SettingsSource): void {
  if (agent === 'kilo') return;
  const holders = ['agents', 'agent', 'mode'].flatMap((key) =>
    entriesIn(valueAt(root, key)).map(([, { value }]) => value),
  );
  for (const holder of [root, ...holders]) {
    const found = holder.kind === 'map' ? holder.entries.get('permissions') : undefined;
    if (found !== undefined)
      faults.push({ place: found.place, what: '"permissions" is the key in opencode 2; opencode 1 uses "permission"' });
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

/**
 * @internal Reads one agent. Its `tools` are applied before its `permission`, whose keys replace the matching tools.
 */
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
    ...defined({ mode, disable, hidden }),
  };
}

/** Checks types: a value of the wrong type prevents opencode from starting, and prevents Kilo from reading the file. */
function checkTypes(
  { entries }: FileValue & { readonly kind: 'map' },
  types: Readonly<Record<string, ValueTest>>,
  source: SettingsSource,
): void {
  for (const [key, { value }] of entries) {
    const isRight = Object.hasOwn(types, key) ? types[key] : undefined;
    if (isRight !== undefined && !isNull(value, source) && !isRight(value) && !isUnsettled(value))
      source.faults.push({ place: value.place, what: `"${key}" does not accept ${nameValue(value)}` });
  }
}

function readServers(mcp: FileValue | undefined, source: SettingsSource): AgentSettings['servers'] {
  const servers = new Map<string, boolean | undefined>();
  if (source.agent === 'opencode') {
    for (const [name, value] of nativeServers(mcp)) servers.set(name, isOn(value));
    refuseServers(mcp, source);
  } else for (const [name, { value }] of entriesIn(mcp)) servers.set(name, isOn(value));
  return servers;
}

/** True if a server is enabled; opencode 2 uses `disabled` instead. */
function isOn(server: FileValue): boolean | undefined {
  const disabled = flagAt(valueAt(server, 'disabled'));
  return flagAt(valueAt(server, 'enabled')) ?? (disabled === undefined ? undefined : !disabled);
}

function refuseServers(mcp: FileValue | undefined, { faults }: SettingsSource): void {
  for (const [name, { place, value }] of entriesIn(mcp))
    if (!isServerValue(value) && name !== 'servers' && name !== 'timeout')
      faults.push({
        place,
        what: `the server "${name}" needs "type": "local" with a list "command", or "type": "remote" with "url"`,
      });
}

/** @internal Merges settings in the same way as the agents; later settings take precedence. */
export function mergeSettings(under: AgentSettings, over: AgentSettings): AgentSettings {
  return {
    ...under,
    ...over,
    permission: mergePermissions(under.permission, over.permission),
    tools: mergePermissions(under.tools, over.tools),
    agents: mergeAgents(under.agents, over.agents),
    modes: mergeAgents(under.modes, over.modes),
    servers: mergeServers(under.servers, over.servers),
    plugins: new Set([...under.plugins, ...over.plugins]),
    standing: [...new Map([...under.standing, ...over.standing].map((one) => [one.key, one])).values()],
  };
}

/** Merges servers: a server that a later file neither enables nor disables remains as it was. */
function mergeServers(under: AgentSettings['servers'], over: AgentSettings['servers']): AgentSettings['servers'] {
  return new Map([...under, ...[...over].map(([name, on]) => [name, on ?? under.get(name)] as const)]);
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
