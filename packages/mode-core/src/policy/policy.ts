import type { CallContext, CircumstanceNeeds } from '../circumstances/circumstances.ts';
import type { CompiledCondition } from '../circumstances/compile-conditions.ts';
import type { Decision, Refusal, RuleReference } from '../decision.ts';
import type { McpToolReference, ModeConfig, ModeSource, ToolGroup } from '../modes/mode.ts';
import type { ModeProblem, TextPosition } from '../modes/mode-problem.ts';
import type { ParsedModes } from '../parse/parse-modes.ts';
import type { KnownText } from '../pattern/known-text.ts';
import type { DisabledTools } from './disabled-tools.ts';

/** What the policy needs to know of one configured MCP server; mcp-host's `toPolicyServers` returns these. */
export interface McpServerPolicy {
  readonly name: string;
  /** `false`: only modes that name the server in `allowedServers` may use it. Default true. */
  readonly defaultEnabled?: boolean | undefined;
  /** Switched off in its file. Default false. */
  readonly disabled?: boolean | undefined;
  /** Names of tools switched off in the file; `*` and `?` as in restrictions, and case counts. Default none. */
  readonly disabledTools?: readonly string[] | undefined;
  /** The only tools that the file leaves on, with the same wildcards; `[]` is none. Default: every tool. */
  readonly enabledTools?: readonly string[] | undefined;
  /** Present when the entry could not be read; the server is then refused for this reason. */
  readonly invalid?: string | undefined;
  readonly file?: string | undefined;
  /** JSON pointer of the entry in its file. Default `/mcpServers/<name>`. */
  readonly pointer?: string | undefined;
  /** JSON pointers of the settings, where the file has them under other names. Default: `pointer` and the name of the setting. */
  readonly places?: McpServerPlaces | undefined;
  readonly locate?: ((pointer: string) => TextPosition | undefined) | undefined;
}

/** Where the settings of a server are written, each as a JSON pointer. */
export interface McpServerPlaces {
  readonly disabled?: { readonly pointer: string } | undefined;
  readonly defaultEnabled?: { readonly pointer: string } | undefined;
  /** In step with the server's `disabledTools`. */
  readonly disabledTools?: readonly { readonly pointer: string }[] | undefined;
  readonly enabledTools?: { readonly pointer: string } | undefined;
}

/** Modes of one layer: parsed from a file, or given as plain objects (which are checked in the same way). */
export type ModesInput = ParsedModes | readonly ModeConfig[];

/** Everything a policy is made of. Any key that is not here makes the policy refuse. */
export interface PolicyInput {
  readonly project?: ModesInput | undefined;
  readonly global?: ModesInput | undefined;
  /** Replaces the built-in modes; `[]` for none. Default {@link builtinModes}. */
  readonly builtin?: readonly ModeConfig[] | undefined;
  /**
   * The configured MCP servers. Given, even `[]`: any other server is refused, unless the mode allows it by its exact name. Absent: it is
   * not known which servers there are, and only the modes' own rules count.
   */
  readonly servers?: readonly McpServerPolicy[] | undefined;
  /** Why a server file could not be read, when one could not: it may have closed any server, so none that is not in `servers` is allowed. Default: all were read. */
  readonly serverFilesUnreadable?: string | undefined;
  /** Tools switched off for every mode, by name or alias; `*` and `?` are wildcards, and case counts. A name that no tool has is reported. */
  readonly disabledTools?: readonly string[] | undefined;
  /** Absolute folder of the project; lets absolute paths inside it be judged. Without it absolute paths are refused under a file limit. */
  readonly projectRoot?: string | undefined;
  /** The clock for requests that do not say when they are made, in epoch milliseconds, such as `Date.now`. Read only for modes with a schedule or a condition. Default: none, so that schedules refuse. */
  readonly now?: (() => number) | undefined;
  /** The surroundings of requests that do not bring theirs. Read as the clock is, so it should answer at once. Default: none, so that they are unknown. */
  readonly context?: (() => CallContext | undefined) | undefined;
}

/** One mode of a policy. */
export interface PolicyMode {
  readonly config: ModeConfig;
  readonly source: ModeSource;
  readonly file?: string;
  readonly line?: number;
  /** The position of a value of the mode's file, by JSON pointer. */
  readonly locate?: (pointer: string) => TextPosition | undefined;
  /** Why the mode refuses everything, when it does. */
  readonly invalid?: string;
  /** Lower layers that define the same slug and are hidden by this mode. */
  readonly shadows: readonly ModeSource[];
  /** The modes whose restrictions hold here too, nearest first, each as the place where it stands; empty when `extends` is absent or fails. */
  readonly inherits: readonly RuleReference[];
}

/** A compiled policy: immutable, free of I/O, shared by any number of callers. Made by `compilePolicy`, read by `decide` and its siblings. */
export interface Policy {
  /** The effective modes in display order: built-in slugs first, in place, then the others in file order. */
  readonly modes: readonly PolicyMode[];
  /** What the layers and the servers got wrong, and what shadows what. */
  readonly problems: readonly ModeProblem[];
  /** The servers the policy knows, or undefined when it was compiled without. */
  readonly servers: readonly McpServerPolicy[] | undefined;
  /** What the schedules and conditions of the modes ask of the circumstances of a call. */
  readonly needs: CircumstanceNeeds;
  /** @internal The indexes that `decide` reads. */
  readonly compiled: CompiledPolicy;
}

/** @internal */
export interface CompiledPolicy {
  readonly modes: ReadonlyMap<string, CompiledMode>;
  readonly disabledTools: DisabledTools;
  readonly disabledToolNames: readonly string[];
  readonly servers: ReadonlyMap<string, CompiledServer> | undefined;
  /** Why no server is allowed that is not among these, when a file of servers could not be read. */
  readonly serverFilesUnreadable: string | undefined;
  readonly projectRoot: string | undefined;
  readonly now: (() => number) | undefined;
  readonly context: (() => CallContext | undefined) | undefined;
  /** Refuses slugs that no readable layer defines, when a layer could not be read. */
  readonly unreadable: { readonly reason: string; readonly by: RuleReference } | undefined;
  readonly documents: Readonly<Record<ModeSource, unknown>>;
}

/** @internal */
export interface CompiledMode {
  readonly mode: PolicyMode;
  /** JSON pointer of the mode in its file. */
  readonly pointer: string;
  /** Present when every call is refused. */
  readonly refusal: Refusal | undefined;
  readonly groups: ReadonlyMap<ToolGroup, CompiledGroup>;
  /** The agent's tools that the mode closes by name. */
  readonly closedTools: ReadonlyMap<string, Refusal>;
  readonly mcp: CompiledMcpRules;
  /** Decisions on static tools that do not depend on the arguments, filled on first use. */
  readonly staticDecisions: Map<string, Decision>;
  /** Decisions on MCP servers and their tools, filled on first use and bounded. */
  readonly mcpDecisions: Map<string, ServerDecisions>;
}

/** @internal */
export interface CompiledGroup {
  readonly by: RuleReference;
  readonly limits: readonly FileLimit[];
  /** What the limits say of a path as it was given, filled on first use and bounded. */
  readonly fileDecisions: Map<string, Decision>;
}

/** @internal One file limit of a group entry. */
export interface FileLimit {
  readonly pattern: string;
  readonly description: string | undefined;
  readonly by: RuleReference;
  /** Absent when the pattern cannot be evaluated; then the limit lets nothing through. */
  readonly test: ((path: string) => boolean) | undefined;
  /** Whether the limit surely holds for every path with these ends; absent as `test` is. */
  readonly covers: ((paths: KnownText) => boolean) | undefined;
  readonly failure: string | undefined;
}

/** @internal */
export interface CompiledMcpRules {
  readonly invalid: { readonly reason: string; readonly by: RuleReference } | undefined;
  /** The mode's own rules, then those of the modes it extends, nearest first. All of them hold. */
  readonly sets: readonly McpRuleSet[];
  /** The mode of these that no list of allowed servers covers, so that servers which are off by default stay off. */
  readonly withoutList: string | undefined;
  /** The servers that an allowance of these names exactly, without wildcards. */
  readonly namedServers: ReadonlySet<string>;
  /** Whether any rule at all applies to MCP calls. */
  readonly isRestricted: boolean;
  /** Whether all MCP access hangs on something. */
  readonly hasConditions: boolean;
  /** Whether a decision may change with the circumstances, so that it must not be remembered. */
  readonly isConditional: boolean;
}

/** @internal What one mode's own restrictions say. */
export interface McpRuleSet {
  /** Slug of the mode. */
  readonly owner: string;
  /** The mode as it is written. */
  readonly config: ModeConfig;
  /** Closed lists a server must be in: none, one, or (with Zoo's field too) two. */
  readonly closedServers: readonly ClosedList<ServerRule>[];
  readonly disallowedServers: readonly ServerRule[];
  readonly closedTools: ClosedList<ToolRule> | undefined;
  readonly disallowedTools: readonly ToolRule[];
  /** What all MCP access hangs on. */
  readonly conditions: readonly CompiledCondition[];
  readonly isConditional: boolean;
}

/** @internal */
export interface ClosedList<Rule> {
  readonly by: RuleReference;
  readonly rules: readonly Rule[];
}

/** @internal */
export interface ServerRule {
  /** The entry as written. */
  readonly name: string;
  readonly matches: (server: string) => boolean;
  readonly by: RuleReference;
}

/** @internal */
export interface ToolRule {
  /** The entry as written. */
  readonly names: McpToolReference;
  readonly matchesServer: (server: string) => boolean;
  readonly matchesTool: (tool: string) => boolean;
  readonly by: RuleReference;
  /** What the entry hangs on, if anything. */
  readonly conditions: readonly CompiledCondition[] | undefined;
}

/** @internal */
export interface CompiledServer {
  readonly server: McpServerPolicy;
  readonly by: RuleReference;
  readonly fieldRule: (field: string) => RuleReference;
  /** In step with the server's `disabledTools`. */
  readonly disabledTools: readonly ((tool: string) => boolean)[];
  /** Undefined where every tool is on. */
  readonly enabledTools: readonly ((tool: string) => boolean)[] | undefined;
}

/** @internal */
export interface ServerDecisions {
  readonly server: Decision;
  /** Stays empty in a mode whose decisions may change with the circumstances. */
  readonly tools: Map<string, Decision>;
  /** By tool, the wire name under which it was called last and that was found to agree. */
  readonly wireNames: Map<string, string>;
  /** The tool rules that concern this server, so that each tool is held against these only. */
  readonly rules: readonly ServerToolRules[];
}

/** @internal The tool rules of one mode that concern one server. */
export interface ServerToolRules {
  readonly set: McpRuleSet;
  readonly disallowed: readonly ToolRule[];
  readonly allowed: readonly ToolRule[] | undefined;
}
