import type { PermissionFiles } from '../permission-files.ts';
import type { StandingSetting } from '../standing-setting.ts';
import type { PermissionRule } from './rules.ts';

/** @internal An agent with its flat list of rules. */
export interface AgentRules {
  readonly name: string;
  readonly mode: 'primary' | 'subagent' | 'all';
  readonly rules: readonly PermissionRule[];
}

/** Rules of an opencode or Kilo agent, and what else its answers depend on. */
export interface OpencodeRules extends AgentRules {
  /** All agents of the same start folder by name; a subagent inherits from the one that calls it. */
  readonly family: ReadonlyMap<string, AgentRules>;
  /** Servers of the files by name; false if switched off. */
  readonly servers: ReadonlyMap<string, boolean>;
  /** What works without a call, from all files. */
  readonly standing: readonly StandingSetting[];
  /** How deep subagents may start subagents. */
  readonly subagentDepth: number;
  /** Tools that no subagent has. */
  readonly primaryTools: readonly string[];
  /** Plugins that files name or hold; their code may change permissions and refuse calls. */
  readonly plugins: readonly string[];
  /** True for the agent that a session starts with. */
  readonly isDefault: boolean;
  /** Absolute folder from which paths count. */
  readonly project: string;
  /** Absolute home folder, or `~` if it is not known. */
  readonly home: string;
  /** Absolute start folder. */
  readonly start: string;
  /** Absolute paths of the files that are known. */
  readonly paths: readonly string[];
}

/** @internal Home folder as rules and paths know it. */
export function homeOf({ home }: PermissionFiles): string {
  return home ?? '~';
}

/** @internal Patterns for folders outside that the agent itself may use, such as that of a long output. */
export function ownFolders({ home, files }: PermissionFiles, agent: 'opencode' | 'kilo'): readonly string[] {
  const skills = files
    .filter(({ path }) => path.endsWith('/SKILL.md'))
    .map(({ path }) => path.replace(/SKILL\.md$/, '*'));
  return [`${home ?? '~'}/.local/share/${agent}/tool-output/*`, `/tmp/${agent}/*`, ...skills];
}

/** @internal Mode of an agent, `all` unless a file says otherwise. */
export function modeOf(mode: string | undefined): AgentRules['mode'] {
  return mode === 'primary' || mode === 'subagent' ? mode : 'all';
}

/** @internal Folders with settings of the whole machine, which win over all others; a machine has one of them. */
export function machineFolders(agent: 'opencode' | 'kilo'): readonly string[] {
  return [`/etc/${agent}/`, `/Library/Application Support/${agent}/`, `C:/ProgramData/${agent}/`];
}
