import { type AgentName, agentTitles } from './agent-names.ts';
import { claudeSettingTypes } from './claude-settings.ts';
import { type HookScope, installedHooks } from './installed-hook.ts';

/** An agent's settings file: below the user's home folder, below the project, or at an absolute path. */
export interface AgentFile {
  readonly in: 'home' | 'project' | 'machine';
  readonly path: string;
}

/** A value in a settings file that prevents an agent from running hooks. */
export interface DisablingKey {
  readonly keys: readonly string[];
  /** The value that disables hooks; in a list, the item that disables them, or the end of that item after a slash. */
  readonly value?: boolean | string;
  /** The required type, if a value of another type disables hooks. */
  readonly type?: string;
  /**
   * True if the key takes effect only in the file of the machine's owner. By default, it takes effect in all other
   * files.
   */
  readonly isManaged?: boolean;
  /** The scopes in which a hook still runs. */
  readonly heldBy: readonly HookScope[];
}

/**
 * The effect that an error in a settings file has on an agent: the agent `ignores` the file, `replaces` it with a new
 * one, or `stops` at startup.
 */
export type FaultEffect = 'ignores' | 'replaces' | 'stops';

/** The faults in a settings file that matter to an agent; the agent ignores all others. */
export interface FileFaults {
  /** Effect of a byte order mark. */
  readonly mark?: FaultEffect;
  readonly comment?: FaultEffect;
  readonly trailingComma?: FaultEffect;
  /** Effect of anything else that is not JSON. */
  readonly syntax: FaultEffect;
  /** Required types of the settings, keyed by their dotted key paths; a value of another type invalidates the file. */
  readonly types?: Readonly<Record<string, readonly string[]>>;
  /** The only keys allowed. Default: all keys are allowed. */
  readonly onlyKeys?: readonly string[];
  /** The key below which every value must be a list. */
  readonly listsBelow?: string;
}

/** A method of starting an agent so that it runs no hooks. */
export interface HookDisabler {
  /** Words to place after "when", in which the text to type is in backquotes. */
  readonly when: string;
  /** The scopes in which a hook still runs. */
  readonly heldBy: readonly HookScope[];
}

/**
 * The variable that relocates an agent's own folder, together with the hook or the trust records stored in that folder.
 */
export interface RelocatedHome {
  readonly variable: string;
  /** The folder that the variable relocates, relative to the home folder. */
  readonly folder: string;
  /** Scopes whose hooks the agent then skips. */
  readonly affects: readonly HookScope[];
}

/** The time after which an agent continues without any plugins that have not started. */
export interface HookStartLimit {
  /** The variable that increases the limit. */
  readonly variable: string;
  readonly wantedMs: number;
  /** A sentence that describes the consequence. */
  readonly detail: string;
}

/** All observed situations in which an agent can end up not running any hooks. */
export interface HookDisablers {
  /** The agent's display name. */
  readonly title: string;
  /** The settings files to check. The hook's own file is always checked. */
  readonly files: readonly AgentFile[];
  /** True if the files in a folder below the project take effect when the agent is started in that folder. */
  readonly areFilesNested?: boolean;
  readonly keys: readonly DisablingKey[];
  /** The faults in the file that contains the hook; absent for agents that load plugins. */
  readonly faults?: FileFaults;
  /** The faults in the machine owner's file. */
  readonly managedFaults?: FileFaults;
  /** Folders in which the agent does not read the hook of scope `project`, worded to follow "started in". */
  readonly projectMissing?: string;
  readonly ways: readonly HookDisabler[];
  readonly movedHome?: RelocatedHome;
  readonly startLimit?: HookStartLimit;
}

const home = (path: string): AgentFile => ({ in: 'home', path });
const project = (path: string): AgentFile => ({ in: 'project', path });

const machine = (path: string): AgentFile => ({ in: 'machine', path });

const disableAllHooks: DisablingKey = { keys: ['disableAllHooks'], value: true, heldBy: [] };

function opencodeLike(agent: 'kilo' | 'opencode'): HookDisablers {
  const pure = `it is started with \`--pure\` or \`${agent.toUpperCase()}_PURE=1\``;
  const ways = ['the plugin does not load', pure].map((when) => ({ when, heldBy: [] }));
  return { title: agentTitles[agent], files: [], keys: [], ways };
}

/** All situations in which each agent can end up not running any hooks. */
export const hookDisablers: Readonly<Record<AgentName, HookDisablers>> = {
  'claude-code': {
    title: agentTitles['claude-code'],
    files: [
      home('.claude/settings.json'),
      project('.claude/settings.json'),
      project('.claude/settings.local.json'),
      ...Object.values(installedHooks['claude-code'].managed ?? {}).map((path) => machine(path ?? '')),
    ],
    areFilesNested: true,
    keys: [
      { ...disableAllHooks, heldBy: ['managed'] },
      { ...disableAllHooks, isManaged: true },
      { keys: ['allowManagedHooksOnly'], value: true, isManaged: true, heldBy: ['managed'] },
    ],
    faults: { comment: 'ignores', trailingComma: 'ignores', syntax: 'ignores', types: claudeSettingTypes },
    managedFaults: { comment: 'stops', trailingComma: 'stops', syntax: 'stops' },
    ways: [
      { when: 'it is started with `--setting-sources user`', heldBy: ['global', 'managed'] },
      {
        when: 'it is started with `--bare`, `--safe-mode`, `--restricted`, other `--setting-sources`, or `disableAllHooks` in `--settings`',
        heldBy: ['managed'],
      },
      { when: '`CLAUDE_CODE_SIMPLE` or `CLAUDE_CODE_SAFE_MODE` is set', heldBy: ['managed'] },
      { when: 'it is started in another folder and given this project with `--add-dir`', heldBy: [] },
      { when: 'a person starts it from a terminal in a folder that is not trusted yet', heldBy: [] },
    ],
    movedHome: { variable: 'CLAUDE_CONFIG_DIR', folder: '.claude', affects: ['global'] },
  },
  codex: {
    title: agentTitles.codex,
    files: [],
    keys: [],
    faults: {
      mark: 'ignores',
      comment: 'ignores',
      trailingComma: 'ignores',
      syntax: 'ignores',
      onlyKeys: ['hooks', 'description'],
      listsBelow: 'hooks',
    },
    projectMissing: 'a git worktree that has no `.codex` folder, or with `--worktree`',
    ways: [
      {
        when: 'its feature `hooks` is switched off by `--disable hooks` or `features.hooks = false` in a `config.toml`',
        heldBy: [],
      },
      { when: 'it is started with `--ignore-user-config`', heldBy: ['managed'] },
      { when: 'it is started in another folder and given this project with `--add-dir`', heldBy: [] },
    ],
    movedHome: { variable: 'CODEX_HOME', folder: '.codex', affects: ['project', 'global'] },
  },
  copilot: {
    title: agentTitles.copilot,
    files: [
      project('.claude/settings.json'),
      project('.claude/settings.local.json'),
      project('.github/copilot/settings.json'),
      project('.github/copilot/settings.local.json'),
    ],
    keys: [disableAllHooks],
    faults: { comment: 'ignores', trailingComma: 'ignores', syntax: 'ignores' },
    projectMissing: 'a git worktree, with `--worktree`, or with only a subfolder trusted',
    ways: [{ when: 'it is started in another folder and given this project with `--add-dir`', heldBy: [] }],
    movedHome: { variable: 'COPILOT_HOME', folder: '.copilot', affects: ['project', 'global'] },
  },
  cursor: { title: agentTitles.cursor, files: [], keys: [], ways: [] },
  gemini: {
    title: agentTitles.gemini,
    files: [home('.gemini/settings.json'), project('.gemini/settings.json')],
    keys: [
      { keys: ['hooksConfig', 'enabled'], value: false, heldBy: [] },
      { keys: ['hooksConfig', 'disabled'], value: 'modegate', heldBy: [] },
      { keys: ['hooks'], type: 'object', heldBy: [] },
    ],
    faults: { mark: 'stops', trailingComma: 'stops', syntax: 'stops' },
    projectMissing: 'a subfolder or a git worktree',
    ways: [{ when: 'the folder is not trusted and it is started with `--skip-trust`', heldBy: [] }],
  },
  qwen: {
    title: agentTitles.qwen,
    files: [home('.qwen/settings.json'), project('.qwen/settings.json')],
    keys: [disableAllHooks],
    faults: { trailingComma: 'replaces', syntax: 'replaces' },
    projectMissing: 'a subfolder or a git worktree',
    ways: [{ when: 'it is started with `--safe-mode` or `--bare`', heldBy: [] }],
  },
  cline: {
    title: agentTitles.cline,
    files: [home('.cline/data/settings/global-settings.json')],
    keys: [{ keys: ['disabledPlugins'], value: 'modegate.js', heldBy: [] }],
    projectMissing: 'its own worktree, with `--worktree`',
    ways: [
      { when: 'the plugin does not load, which is reported only in its log', heldBy: [] },
      { when: 'another plugin is called `modegate`', heldBy: [] },
    ],
    startLimit: {
      variable: 'CLINE_PLUGIN_IMPORT_TIMEOUT_MS',
      wantedMs: 60_000,
      detail: 'On a busy machine, Cline drops all plugins when one of them takes more than four seconds to start.',
    },
  },
  kilo: opencodeLike('kilo'),
  opencode: opencodeLike('opencode'),
};
