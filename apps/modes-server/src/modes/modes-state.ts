import { findRule, type Policy, type PolicyInput, type PolicyMode } from '@modegate/mode-core';
import type { Project, ProjectOptions } from '@modegate/project';
import { loadProject, type ProjectLocation, readCallContext } from '@modegate/project/node';
import type { Settings } from '../settings/settings.ts';

/** What schedules and conditions of modes depend on. */
export interface ModesEnvironment {
  /** Epoch milliseconds. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Variables that conditions may ask for. Default: none. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** When and where a project is read, and what is changed of it meanwhile. */
type ProjectReadOptions = ModesEnvironment & Pick<ProjectOptions, 'prepare'>;

/** Where the project of the settings is, and how it is read. */
export function settingsLocation(
  settings: Settings,
  { now = Date.now, env = {}, prepare }: ProjectReadOptions = {},
): ProjectLocation {
  const { projectRoot, globalConfigDir, disabledTools, conditionEnv, gateway } = settings;
  return {
    projectRoot,
    globalConfigDir,
    serverFiles: gateway.serverFiles,
    disabledTools,
    now,
    prepare,
    context: () => readCallContext(projectRoot, env, conditionEnv),
  };
}

/** Reads the project of the settings. Never fails on what a file holds. */
export function readSettingsProject(settings: Settings, reading?: ProjectReadOptions): Promise<Project> {
  return loadProject(settingsLocation(settings, reading));
}

/** The project as it was read last, replaced whole on every reload. */
export interface ModesState {
  /** Resolves when the project was read for the first time; until then `current` must not be read. */
  readonly ready: Promise<void>;
  readonly current: Project;
  /** What the policy of `current` is made of. */
  readonly input: PolicyInput;
  /** Loads again; tells `onLoad` the slugs of the modes that are new, gone or different. Reloads never overlap. */
  reload(): Promise<void>;
}

/** Begins to load the modes, and keeps what was loaded last; `onLoad` hears of every load, with the slugs of what is new, gone or different since the one before. */
export function createModesState(
  settings: Settings,
  onLoad: (changed: readonly string[]) => void,
  surroundings?: ModesEnvironment,
): ModesState {
  let current: Project | undefined;
  let input: PolicyInput = {};
  const load = async () => {
    const before = current;
    let prepared: PolicyInput = {};
    const prepare = (given: PolicyInput): PolicyInput => {
      prepared = given;
      return given;
    };
    current = await readSettingsProject(settings, { ...surroundings, prepare });
    input = prepared;
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
    get input() {
      return input;
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
