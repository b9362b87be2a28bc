import { type AgentTools, claudeCodeTools, codexTools, kiloTools, opencodeTools } from '@modegate/agent-tools';
import type { AgentProfile } from './agent-answer.ts';
import type { PermissionAgentName } from './agent-names.ts';
import type { AgentPolicies } from './agent-policies.ts';
import { recordedClaudeVersion } from './claude-code/claude-rules.ts';
import { claudeCodePolicies } from './claude-code/index.ts';
import { type CodexRules, recordedCodexVersion } from './codex/codex-rules.ts';
import { codexPolicies } from './codex/index.ts';
import { kiloAgent } from './kilo/kilo-agent.ts';
import { machineFolders, type OpencodeRules } from './opencode/agent-rules.ts';
import { opencodeAgent } from './opencode/opencode-agent.ts';

/** An agent whose permission files are read and evaluated here. */
export interface PermissionAgent extends AgentPolicies {
  /** First part of the names of its profiles. */
  readonly name: PermissionAgentName;
  /** Name as displayed to users. */
  readonly title: string;
  /** Version whose answers are recorded. */
  readonly version: string;
  readonly tools: AgentTools;
  readonly places: PermissionPlaces;
  /** True for the profile of a session that does not specify an agent. */
  readonly isDefault: (profile: AgentProfile) => boolean;
}

/** Files that an agent reads. `*` stands for any part of a name, and `**` for any number of folders in between. */
export interface PermissionPlaces {
  /** Files in the project's folder, and in every other folder in which the agent may start. */
  readonly project: readonly string[];
  /** Files in the home folder. */
  readonly user: readonly string[];
  /** Files that apply to the whole machine: absolute paths, on Windows with a drive such as `C:/`. */
  readonly machine: readonly string[];
  /**
   * Path prefixes in a start folder that show that this agent is used; the other locations are also read by other
   * agents.
   */
  readonly signs: readonly string[];
}

/** Agents whose permissions can be evaluated, each with the files that it reads. */
export const permissionAgents: readonly PermissionAgent[] = [
  permissionAgent({
    ...claudeCodePolicies,
    name: 'claude-code',
    title: 'Claude Code',
    version: recordedClaudeVersion,
    tools: claudeCodeTools,
    places: {
      project: [
        '.claude/settings.json',
        '.claude/settings.local.json',
        '.claude/agents/**/*.md',
        '.claude/commands/**/*.md',
        '.claude/skills/*/SKILL.md',
        '.mcp.json',
      ],
      user: [
        '.claude/settings.json',
        '.claude/agents/**/*.md',
        '.claude/commands/**/*.md',
        '.claude/skills/*/SKILL.md',
        '.claude.json',
      ],
      machine: ['/etc/claude-code', '/Library/Application Support/ClaudeCode', 'C:/Program Files/ClaudeCode'].flatMap(
        (folder) => [`${folder}/managed-settings.json`, `${folder}/managed-settings.d/*.json`],
      ),
      signs: ['.claude/'],
    },
    isDefault: ({ rules }) => rules.agent === undefined,
  }),
  permissionAgent<OpencodeRules>({
    ...opencodeAgent,
    name: 'opencode',
    title: 'opencode',
    version: '1.18.33',
    tools: opencodeTools,
    places: {
      project: [...settings(['', '.opencode/'], ['opencode']), ...agents(['.opencode/']), ...code(['.opencode/'])],
      user: [
        ...settings(['.config/opencode/'], ['config', 'opencode']),
        ...settings(['.opencode/'], ['opencode']),
        ...agents(['.config/opencode/', '.opencode/']),
        ...code(['.config/opencode/', '.opencode/']),
      ],
      machine: settings(machineFolders('opencode'), ['opencode']),
      signs: ['opencode.json', '.opencode/'],
    },
    isDefault: ({ rules }) => rules.isDefault,
  }),
  permissionAgent<OpencodeRules>({
    ...kiloAgent,
    name: 'kilo',
    title: 'Kilo',
    version: '7.7.7',
    tools: kiloTools,
    places: {
      project: [
        ...settings(['', '.kilo/', '.kilocode/'], ['kilo', 'opencode']),
        ...agents(['.kilo/', '.kilocode/']),
        ...code(['.kilo/', '.kilocode/']),
        '.kilocodemodes',
        '.kilocodeignore',
        '.kilo/mcp.json',
        '.kilocode/mcp.json',
      ],
      user: [
        ...settings(['.config/kilo/'], ['config', 'kilo', 'opencode']),
        ...settings(['.kilo/', '.kilocode/'], ['kilo', 'opencode']),
        ...agents(['.config/kilo/', '.kilo/', '.kilocode/']),
        ...code(['.config/kilo/', '.kilo/', '.kilocode/']),
        '.config/kilo/.bash-permission-migrated',
        '.kilocode/cli/global/settings/custom_modes.yaml',
        '.kilocodemodes',
        '.kilocode/.kilocodeignore',
      ],
      machine: settings(machineFolders('kilo'), ['kilo', 'opencode']),
      signs: ['kilo.json', '.kilo/', '.kilocode/', '.kilocodemodes', '.kilocodeignore'],
    },
    isDefault: ({ rules }) => rules.isDefault,
  }),
  permissionAgent<CodexRules>({
    ...codexPolicies,
    name: 'codex',
    title: 'Codex',
    version: recordedCodexVersion,
    tools: codexTools,
    places: {
      project: ['.codex/config.toml', '.codex/**/*.toml', '.codex/hooks.json', '.codex/rules/*.rules'],
      user: ['.codex/*.toml', '.codex/agents/**/*.toml', '.codex/hooks.json', '.codex/rules/*.rules'],
      machine: ['/etc/codex/*.toml', '/etc/codex/agents/**/*.toml', '/etc/codex/rules/*.rules'],
      signs: ['.codex/'],
    },
    isDefault: ({ rules }) => rules.role === undefined,
  }),
];

interface OwnAgent<Rules> extends Omit<PermissionAgent, keyof AgentPolicies | 'isDefault'>, AgentPolicies<Rules> {
  readonly isDefault: (profile: AgentProfile<Rules>) => boolean;
}

/** Converts an agent to a list entry in which the type of its rules is no longer known. */
function permissionAgent<Rules>(own: OwnAgent<Rules>): PermissionAgent {
  return own as PermissionAgent;
}

function settings(folders: readonly string[], names: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => names.flatMap((name) => [`${folder}${name}.json`, `${folder}${name}.jsonc`]));
}

function agents(folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => ['agent', 'agents', 'mode', 'modes'].map((name) => `${folder}${name}/**/*.md`));
}

/** Returns the locations of opencode and Kilo plugins and tools, all of which are code. */
function code(folders: readonly string[]): readonly string[] {
  const names = ['plugin', 'plugins', 'tool', 'tools'].flatMap((name) => [`${name}/*.js`, `${name}/*.ts`]);
  return folders.flatMap((folder) => names.map((name) => `${folder}${name}`));
}
