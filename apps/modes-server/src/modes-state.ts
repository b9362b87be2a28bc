import { loadServerConfigs, type ServerEntry, toPolicyServers } from '@modegate/mcp-host/config';
import {
  compilePolicy,
  findRule,
  type McpInventory,
  type ModeProblem,
  type Policy,
  type PolicyMode,
  validateReferences,
} from '@modegate/mode-core';
import { loadModes, type ModeFile } from '@modegate/mode-core/node';
import type { Settings } from './settings.ts';
import { readSurroundings } from './surroundings.ts';

/** A finding about a modes file or a server configuration, in one shape. */
export interface LoadProblem {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** A file that was looked for. */
export interface LoadedFile {
  readonly file: string;
  readonly what: 'modes' | 'servers';
  /** `ignored`: a better place of the same layer exists too. */
  readonly state: 'read' | 'missing' | 'unreadable' | 'ignored';
}

/** What was loaded at one moment. */
export interface ModesSnapshot {
  readonly policy: Policy;
  /** The configured MCP servers; what they offer is not asked for the loading of files. */
  readonly inventory: McpInventory;
  /** Their entries, as the gateway connects to them. */
  readonly servers: readonly ServerEntry[];
  readonly problems: readonly LoadProblem[];
  readonly files: readonly LoadedFile[];
}

/** What schedules and conditions of modes depend on. */
export interface World {
  /** Epoch milliseconds. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Variables that conditions may ask for. Default: none. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Reads the modes and server files of the settings' folders and compiles them. Never fails on what a file holds. */
export async function loadSnapshot(
  settings: Settings,
  { now = Date.now, env = {} }: World = {},
): Promise<ModesSnapshot> {
  const { projectRoot, globalConfigDir, disabledTools, conditionEnv, gateway } = settings;
  const [modes, servers] = await Promise.all([
    loadModes({ projectRoot, globalConfigDir }),
    loadServerConfigs({ projectRoot, globalConfigDir, files: gateway.serverFiles }),
  ]);
  const policyServers = toPolicyServers(servers.servers, servers.files);
  const policy = compilePolicy({
    project: modes.project,
    global: modes.global,
    servers: policyServers,
    disabledTools,
    projectRoot,
    now,
    context: () => readSurroundings(projectRoot, env, conditionEnv),
  });
  const inventory = policyServers.map(({ name }) => ({ name }));
  return {
    policy,
    inventory,
    servers: servers.servers,
    problems: [
      ...collectModeProblems(modes.problems, policy.problems),
      // Servers that could not be read are not missing.
      ...(servers.unreadable ? [] : validateReferences(policy, inventory)),
      ...servers.problems,
    ],
    files: [
      ...modes.files.map(describeModesFile),
      ...servers.files.map(({ file, state }) => ({ file, what: 'servers' as const, state })),
    ],
  };
}

/** The policy repeats what the loaders found in the layers it was given; each finding is kept once. */
function collectModeProblems(loaded: readonly ModeProblem[], compiled: readonly ModeProblem[]): readonly LoadProblem[] {
  return [...new Set([...loaded, ...compiled])];
}

function describeModesFile(file: ModeFile): LoadedFile {
  const states = { loaded: 'read', absent: 'missing', unreadable: 'unreadable', ignored: 'ignored' } as const;
  return { file: file.path, what: 'modes', state: states[file.status] };
}

/** The current snapshot, replaced whole on every reload. */
export interface ModesState {
  /** Resolves when the first snapshot is there; until then `current` must not be read. */
  readonly ready: Promise<void>;
  readonly current: ModesSnapshot;
  /** Loads again; tells `onLoad` the slugs of the modes that are new, gone or different. Reloads never overlap. */
  reload(): Promise<void>;
}

/** Begins to load the modes, and keeps what was loaded last; `onLoad` is told of every load, with the slugs of what is new, gone or different since the one before. */
export function createModesState(
  settings: Settings,
  onLoad: (changed: readonly string[]) => void,
  world?: World,
): ModesState {
  let current: ModesSnapshot | undefined;
  const load = async () => {
    const before = current;
    current = await loadSnapshot(settings, world);
    const changed = before === undefined ? [] : changedModes(before.policy, current.policy);
    onLoad(changed);
  };
  const ready = load();
  let loading = ready;
  return {
    ready,
    get current() {
      if (current === undefined) throw new Error('The modes were read before they were loaded.');
      return current;
    },
    reload: () => {
      loading = loading.then(load, load);
      return loading;
    },
  };
}

function changedModes(before: Policy, after: Policy): readonly string[] {
  const describe = (policy: Policy) =>
    new Map(policy.modes.map((mode) => [mode.config.slug, JSON.stringify(describedMode(policy, mode))]));
  const [old, now] = [describe(before), describe(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((slug) => old.get(slug) !== now.get(slug));
}

/** A mode with what it inherits, so that a change of a parent is one of its children too. */
function describedMode(policy: Policy, { config, source, invalid, inherits }: PolicyMode): readonly unknown[] {
  return [config, source, invalid, inherits.map((by) => findRule(policy, by))];
}
