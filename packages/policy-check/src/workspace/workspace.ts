import type { TextPosition } from '@modegate/json';
import type { CompiledPattern, LoadedMode, ParsedModes, PatternFailure, Policy } from '@modegate/mode-core';
import type { Project, ServerEntry, ServersSource } from '@modegate/project';
import type { Bypass, BypassKind } from '../bypasses/bypass.ts';
import type { InventoryServer } from '../matrix/inventory.ts';
import type { RegexOption } from '../regex/regex-shape.ts';
import type { FoundProblem, RuleId } from '../source/finding.ts';
import type { SourceText } from '../source/source-text.ts';

/** How much of a model's attention the tools of one mode may take. */
export interface ToolBudget {
  /** Default 128, the limit of several model providers. */
  readonly tools: number;
  /** Tokens of names, descriptions and schemas together, estimated as four characters each. Default: no limit. */
  readonly tokens?: number | undefined;
}

/** A project, and what else is known of it. */
export interface WorkspaceInput {
  readonly project: Project;
  /** What the servers offer now, from a lock file or from asking them. */
  readonly inventory?: readonly InventoryServer[] | undefined;
  /** What the lock file says they offered; with `inventory` given beside it, the two are compared. */
  readonly lockedInventory?: readonly InventoryServer[] | undefined;
  /** Project-relative POSIX paths, such as `git ls-files` lists. */
  readonly projectFiles?: readonly string[] | undefined;
  /** Slugs that some policy test names. Absent: tests were not looked for. */
  readonly testedModes?: readonly string[] | undefined;
  readonly budget?: ToolBudget | undefined;
  /** Where settings files of agents take hooks away, as the caller found them, who knows these agents. */
  readonly hookFaults?: readonly HookFault[] | undefined;
  /** The file that lists the disabled tools of the project under `disabledTools`; absent when they come from elsewhere. */
  readonly settingsFile?: { readonly file: string; readonly text: string } | undefined;
}

/** A place in a settings file of an agent that takes hooks away. */
export interface HookFault extends TextPosition {
  readonly file: string;
  /** The text of the file. */
  readonly text: string;
  readonly pointer: string;
  /** A sentence that says what the agent does. */
  readonly message: string;
}

/** A modes file and what is in it. */
export interface CheckedModesFile extends SourceText {
  readonly layer: 'project' | 'global';
  readonly parsed: ParsedModes;
}

/** A file of MCP servers. */
export interface CheckedServersFile extends SourceText {
  readonly problems: ServersSource['problems'];
}

/** One mode of a file. */
export interface CheckedMode {
  readonly slug: string;
  readonly file: CheckedModesFile;
  /** JSON pointer of the mode in its file. */
  readonly pointer: string;
  readonly loaded: LoadedMode;
  /** The mode as it is written. */
  readonly raw: Readonly<Record<string, unknown>>;
  /** Whether the policy decides by this definition; false when a stronger file has the slug too. */
  readonly isEffective: boolean;
}

/** Everything a rule may look at. Parsed once; what is derived from it is computed on first use. */
export interface Workspace {
  readonly modeFiles: readonly CheckedModesFile[];
  /** The modes of all files, in file order, and last in each file the entries without a usable slug. Built-in modes are in `policy` only. */
  readonly modes: readonly CheckedMode[];
  readonly policy: Policy;
  readonly serverFiles: readonly CheckedServersFile[];
  /** Empty when they are not known, see `areServersKnown`. */
  readonly servers: readonly ServerEntry[];
  readonly areServersKnown: boolean;
  readonly inventory: readonly InventoryServer[] | undefined;
  readonly lockedInventory: readonly InventoryServer[] | undefined;
  readonly projectFiles: readonly string[] | undefined;
  readonly testedModes: readonly string[] | undefined;
  readonly budget: ToolBudget;
  readonly settingsFile: SourceText | undefined;
  readonly hookFaults: readonly HookFault[];
  /** The mode that a JSON pointer of a file is inside of. */
  readonly modeAt: (file: string, pointer: string) => CheckedMode | undefined;
  /** The text of any file above, to find places in. A file that is not among them has an empty text. */
  readonly source: (file: string) => SourceText;
  /** The file limits of all modes. */
  readonly fileLimits: () => readonly FileLimitEntry[];
  /** What reading the files reported, as far as this rule reports it; each problem belongs to one rule at most. */
  readonly fileProblems: (rule: RuleId) => readonly FileProblem[];
  /** The entries of the MCP lists, of the modes that count and can be read. */
  readonly restrictionEntries: () => readonly RestrictionEntry[];
  /** The entry at a pointer of a file. */
  readonly entryAt: (file: string, pointer: string) => RestrictionEntry | undefined;
  /** The ways around limits of one kind, for the modes that are written in a file. */
  readonly modeBypasses: (kind: Exclude<BypassKind, 'wider-mode'>) => readonly ModeBypass[];
  /** The modes that a mode may go on in and that may do more. */
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
  /** The alternatives of the pattern; empty when it cannot be used. */
  readonly shape: readonly RegexOption[];
}

/** A problem that reading reported, under the rule that tells it. */
export interface FileProblem {
  readonly rule: RuleId;
  readonly problem: FoundProblem;
  readonly code: string;
  /** Where in the file it is; absent for a server file. */
  readonly modesFile?: CheckedModesFile;
}

/** A list of a mode's MCP restrictions. */
export type RestrictionList =
  | 'allowedServers'
  | 'disallowedServers'
  | 'allowedMcpServers'
  | 'allowedTools'
  | 'disallowedTools';

/** One entry of such a list. */
export interface RestrictionEntry {
  readonly mode: CheckedMode;
  readonly list: RestrictionList;
  /** Whether the list allows. */
  readonly allows: boolean;
  readonly pointer: string;
  readonly server: string;
  /** Pointer of the server's name; the entry's own in a list of servers. */
  readonly serverPointer: string;
  /** Absent in a list of servers. */
  readonly tool?: string;
  readonly toolPointer?: string;
  /** Whether it holds only at some times or in some surroundings. */
  readonly isConditional: boolean;
}

/** A way around a limit, of a mode that is written in a file. */
export interface ModeBypass {
  readonly mode: CheckedMode;
  readonly way: Bypass;
}
