import { findRule, type Policy, type PolicyInput, type PolicyMode } from '@modegate/mode-core';
import type { Project, ProjectOptions } from '@modegate/project';
import { loadProject, type ProjectLocation, readCallContext } from '@modegate/project/node';
import type { Settings } from '../settings/settings.ts';

/** Values on which schedules and conditions depend. */
export interface ModesEnvironment {
  /** Clock that returns epoch milliseconds. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Variables that conditions may query. Default: none. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Environment for reading a project, and the changes made to its policy. */
type ProjectReadOptions = ModesEnvironment & Pick<ProjectOptions, 'prepare'>;

/** Returns the location of the project specified by the settings. */
export function settingsLocation(
  settings: Settings,
  { now = Date.now, env = {}, prepare }: ProjectReadOptions = {},
): ProjectLocation {
  const { projectRoot, globalConfigDir, disabledTools, conditionEnv, shell, gateway } = settings;
  return {
    projectRoot,
    globalConfigDir,
    serverFiles: gateway.serverFiles,
    disabledTools,
    shell,
    now,
    prepare,
    context: () => readCallContext(projectRoot, env, conditionEnv),
  };
}

/** Reads the project specified by the settings. Never rejects because of the content of a file. */
export function readSettingsProject(settings: Settings, reading?: ProjectReadOptions): Promise<Project> {
  return loadProject(settingsLocation(settings, reading));
}

/** The project as most recently read, replaced as a whole on every reload. */
export type ModesState = ReturnType<typeof createModesState>;

/** Starts loading the modes. After every load, calls `onLoad` with the slugs of new, removed and changed modes. */
export function createModesState(
  settings: Settings,
  onLoad: (changed: readonly string[]) => void,
  surroundings?: ModesEnvironment,
) {
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
    /** Resolves once the project has been read for the first time; `current` must not be read before then. */
    ready,
    get current() {
      if (current === undefined) throw new Error('The modes were accessed before they were loaded.');
      return current;
    },
    /** Input from which the policy in `current` was built. */
    get input() {
      return input;
    },
    /** Reads the project again. Reloads never overlap. */
    reload: (): Promise<void> => {
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

/**
 * Describes a mode together with its inherited parts, so that a change to a parent is also detected as a change to its
 * children.
 */
function describedMode(policy: Policy, { config, source, invalid, inherits }: PolicyMode): readonly unknown[] {
  return [config, source, invalid, inherits.map((by) => findRule(policy, by))];
}
