import type { PermissionFiles } from '../permission-files.ts';
import type { StandingSetting } from '../standing-setting.ts';
import type { PermissionRule } from './rules.ts';

/** @internal An agent, with its flat list of rules. */
export interface AgentRules {
  readonly name: string;
  readonly mode: 'primary' | 'subagent' | 'all';
  readonly rules: readonly PermissionRule[];
}

/** Rules for an opencode or Kilo agent, and the other data on which the agent's answers depend. */
export interface OpencodeRules extends AgentRules {
  /** All agents for the same start folder, by name; a subagent inherits from the agent that calls it. */
  readonly family: ReadonlyMap<string, AgentRules>;
  /** Servers from the files, by name; false for a disabled server. */
  readonly servers: ReadonlyMap<string, boolean>;
  /** Settings, from all files, that take effect without a call. */
  readonly standing: readonly StandingSetting[];
  /** Maximum depth at which subagents may start other subagents. */
  readonly subagentDepth: number;
  /** Tools not available to any subagent. */
  readonly primaryTools: readonly string[];
  /**
   * Plugins that are mentioned or contained in the files; the plugins' code may change permissions and refuse calls.
   */
  readonly plugins: readonly string[];
  /** True for the agent with which a session starts. */
  readonly isDefault: boolean;
  /** Absolute path of the folder against which relative paths are resolved. */
  readonly project: string;
  /** Absolute path of the home folder, or `~` if it is unknown. */
  readonly home: string;
  /** Absolute path of the start folder. */
  readonly start: string;
  /** Absolute paths of the known files. */
  readonly paths: readonly string[];
}

/** @internal Returns the home folder in the form used in rules and paths. */
export function homeOf({ home }: PermissionFiles): string {
  return home ?? '~';
}

/**
 * @internal Returns patterns for outside folders that the agent itself may use, such as the folder for long outputs.
 */
export function ownFolders({ home, files }: PermissionFiles, agent: 'opencode' | 'kilo'): readonly string[] {
  const skills = files
    .filter(({ path }) => path.endsWith('/SKILL.md'))
    .map(({ path }) => path.replace(/SKILL\.md$/, '*'));
  return [`${home ?? '~'}/.local/share/${agent}/tool-output/*`, `/tmp/${agent}/*`, ...skills];
}

/** @internal Returns the mode of an agent: `all` unless a file specifies another. */
export function modeOf(mode: string | undefined): AgentRules['mode'] {
  return mode === 'primary' || mode === 'subagent' ? mode : 'all';
}

/**
 * @internal Folders with machine-wide settings, which override all other settings; a machine has only one of these
 * folders.
 */
export function machineFolders(agent: 'opencode' | 'kilo'): readonly string[] {
  return [`/etc/${agent}/`, `/Library/Application Support/${agent}/`, `C:/ProgramData/${agent}/`];
}
