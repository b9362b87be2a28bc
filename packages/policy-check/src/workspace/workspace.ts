import type { TextPosition } from '@modegate/json';
import type { ParsedModes, Policy } from '@modegate/mode-core';
import type { LoadedMode } from '@modegate/mode-core/modes';
import type { CompiledPattern, PatternFailure } from '@modegate/mode-core/patterns';
import type { Project, ServerEntry, ServersSource } from '@modegate/project';
import type { Bypass, BypassKind } from '../bypasses/bypass.ts';
import type { CommandSetEntry } from '../commands/command-sets.ts';
import type { ServerInventory } from '../matrix/inventory.ts';
import type { RegexOption } from '../regex/regex-shape.ts';
import type { Fix, FixEdit, FoundProblem, RuleId, Severity } from '../source/finding.ts';
import type { SourceText } from '../source/source-text.ts';

/** Maximum share of a model's attention that the tools of one mode may take up. */
export interface ToolBudget {
  /** Default 128, the limit of several model providers. */
  readonly tools: number;
  /**
   * Total number of tokens in names, descriptions and schemas, estimated at four characters per token. Default: no
   * limit.
   */
  readonly tokens?: number | undefined;
}

/** A project, and other known facts about it. */
export interface WorkspaceInput {
  readonly project: Project;
  /** Current tools and resources of the servers, read from a lock file or queried from the servers. */
  readonly inventory?: readonly ServerInventory[] | undefined;
  /**
   * Tools and resources of the servers according to the lock file; if `inventory` is also present, the two are
   * compared.
   */
  readonly lockedInventory?: readonly ServerInventory[] | undefined;
  /** Project-relative POSIX paths, as output by `git ls-files`. */
  readonly projectFiles?: readonly string[] | undefined;
  /** Slugs that occur in policy tests. Absent if the caller did not look for tests. */
  readonly testedModes?: readonly string[] | undefined;
  readonly budget?: ToolBudget | undefined;
  /** Locations at which agents' settings files disable hooks, as found by a caller that knows these agents. */
  readonly hookFaults?: readonly HookFault[] | undefined;
  /** Faults and risks in files that contain agents' own permissions, as found by a caller that knows these agents. */
  readonly permissionFaults?: readonly PermissionFault[] | undefined;
  /**
   * The file that lists the project's disabled tools under `disabledTools`; absent if the list comes from elsewhere.
   */
  readonly settingsFile?: { readonly file: string; readonly text: string } | undefined;
}

/** A location in an agent's settings file at which hooks are disabled. */
export interface HookFault extends TextPosition {
  readonly file: string;
  /** The text of the file. */
  readonly text: string;
  readonly pointer: string;
  /** A sentence that describes what the agent does. */
  readonly message: string;
}

/** A fault or a risk in a file that contains an agent's own permissions. */
export interface PermissionFault extends TextPosition {
  /** Name of the rule that reports the fault. Default: `permission-file-fault`. */
  readonly rule?: string | undefined;
  readonly file: string;
  /** The text of the file. */
  readonly text: string;
  readonly severity: Severity;
  /** Describes the fault, the agent's behaviour and the fix. */
  readonly message: string;
  /** Other locations, each with the text of its file. */
  readonly related?: readonly (TextPosition & {
    readonly file: string;
    readonly text: string;
    readonly message: string;
  })[];
  /** A change to the file that fixes the fault. */
  readonly fix?: (Omit<Fix, 'edits'> & { readonly edits: readonly Omit<FixEdit, 'file'>[] }) | undefined;
}

/** A modes file and its content. */
export interface CheckedModesFile extends SourceText {
  readonly layer: 'project' | 'global';
  readonly parsed: ParsedModes;
}

/** A file that configures MCP servers. */
export interface CheckedServersFile extends SourceText {
  readonly problems: ServersSource['problems'];
}

/** One mode in a file. */
export interface CheckedMode {
  readonly slug: string;
  readonly file: CheckedModesFile;
  /** JSON pointer of the mode in its file. */
  readonly pointer: string;
  readonly loaded: LoadedMode;
  /** The mode as written. */
  readonly raw: Readonly<Record<string, unknown>>;
  /** True if the policy uses this definition; false if a stronger file also defines the slug. */
  readonly isEffective: boolean;
}

/** Everything that a rule may examine. Parsed once; derived data is computed on first use. */
export interface Workspace
  extends Required<Pick<WorkspaceInput, 'inventory' | 'lockedInventory' | 'projectFiles' | 'testedModes'>> {
  readonly modeFiles: readonly CheckedModesFile[];
  /**
   * The modes of all files, in file order; within each file, entries that lack a usable slug come last. Built-in modes
   * are only in `policy`.
   */
  readonly modes: readonly CheckedMode[];
  readonly policy: Policy;
  readonly serverFiles: readonly CheckedServersFile[];
  /** Empty if the servers are unknown; see `areServersKnown`. */
  readonly servers: readonly ServerEntry[];
  readonly areServersKnown: boolean;
  readonly budget: ToolBudget;
  readonly settingsFile: SourceText | undefined;
  readonly hookFaults: readonly HookFault[];
  readonly permissionFaults: readonly PermissionFault[];
  /** Returns the mode that contains a JSON pointer in a file. */
  readonly modeAt: (file: string, pointer: string) => CheckedMode | undefined;
  /** Returns the text of a file in this workspace, for finding locations; the text is empty for any other file. */
  readonly source: (file: string) => SourceText;
  /** Returns the file restrictions of all modes. */
  readonly fileLimits: () => readonly FileLimitEntry[];
  /**
   * Returns the problems that were found while the files were read and that this rule reports; each problem belongs to
   * at most one rule.
   */
  readonly fileProblems: (rule: RuleId) => readonly FileProblem[];
  /** Returns the entries in the MCP lists of all effective, readable modes. */
  readonly restrictionEntries: () => readonly RestrictionEntry[];
  /** Returns the entry at a pointer in a file. */
  readonly entryAt: (file: string, pointer: string) => RestrictionEntry | undefined;
  /** Returns the entries in the command lists of all effective, readable modes. */
  readonly commandEntries: () => readonly CommandRuleEntry[];
  /** Returns the bypasses of one kind for the modes that are defined in a file. */
  readonly modeBypasses: (kind: Exclude<BypassKind, 'wider-mode'>) => readonly ModeBypass[];
  /** Returns the modes that a mode may switch to and that have more permissions. */
  readonly widerModes: (mode: CheckedMode) => readonly ModeBypass[];
}

/** One `fileRegex` of a group entry. */
export interface FileLimitEntry {
  readonly mode: CheckedMode;
  readonly group: string;
  /** JSON pointer of the pattern. */
  readonly pointer: string;
  readonly pattern: string;
  readonly compiled: CompiledPattern | PatternFailure;
  /** Alternatives of the pattern; empty if it is unusable. */
  readonly shape: readonly RegexOption[];
}

/** A problem found while a file was read, with the rule that reports the problem. */
export interface FileProblem {
  readonly rule: RuleId;
  readonly problem: FoundProblem;
  readonly code: string;
  /** The modes file that contains the problem; absent for a server file. */
  readonly modesFile?: CheckedModesFile;
}

/** The lists of a mode's MCP restrictions. */
export const mcpRestrictionLists = [
  'allowedServers',
  'disallowedServers',
  'askServers',
  'allowedMcpServers',
  'allowedTools',
  'disallowedTools',
  'askTools',
] as const;

/** One entry in a list of MCP restrictions. */
export interface RestrictionEntry {
  readonly mode: CheckedMode;
  readonly list: (typeof mcpRestrictionLists)[number];
  /** True for an allow list. */
  readonly allows: boolean;
  readonly pointer: string;
  readonly server: string;
  /** Pointer to the server's name; in a list of servers, the entry's own pointer. */
  readonly serverPointer: string;
  /** Absent in a list of servers. */
  readonly tool?: string;
  readonly toolPointer?: string;
  /** True if the entry applies only at certain times or in certain environments. */
  readonly isConditional: boolean;
}

/** An entry in a `commandRestrictions` list; its pointers refer to the file. */
export interface CommandRuleEntry extends CommandSetEntry {
  readonly mode: CheckedMode;
}

/** A way to bypass a restriction in a mode that is defined in a file. */
export interface ModeBypass {
  readonly mode: CheckedMode;
  readonly way: Bypass;
}
