import type { TextPosition } from '@modegate/json';
import type { CompiledCommandRules } from '../commands/command-rules.ts';
import type { Decision, Refusal, RuleReference } from '../decision.ts';
import type { ModeConfig, ModeSource, ToolGroup } from '../modes/mode.ts';
import type { KnownText } from '../pattern/known-text.ts';
import type { CatalogueTool } from '../tools/tool-catalogue.ts';
import type { CompiledMcpRules, ServerDecisions, WireDecision } from './mcp-rules.ts';

/** A mode in a policy. */
export interface PolicyMode {
  readonly config: ModeConfig;
  readonly source: ModeSource;
  readonly file?: string;
  readonly line?: number;
  /** Returns the position of a value in the mode's file, given its JSON pointer. */
  readonly locate?: (pointer: string) => TextPosition | undefined;
  /** Reason why the mode refuses everything; absent if it does not. */
  readonly invalid?: string;
  /** Lower layers in which a mode with the same slug is hidden by this mode. */
  readonly shadows: readonly ModeSource[];
  /**
   * Modes whose restrictions also apply to this mode, nearest first, as references; empty if `extends` is absent or
   * fails.
   */
  readonly inherits: readonly RuleReference[];
  /** Groups known to the file's client whose effect is unknown, as references; absent if there are no such groups. */
  readonly unknownGroups?: ReadonlyMap<string, RuleReference>;
}

/** @internal */
export interface CompiledMode {
  readonly mode: PolicyMode;
  /** JSON pointer of the mode in its file. */
  readonly pointer: string;
  /** Refusal that is returned for every call if the mode refuses everything. */
  readonly refusal: Refusal | undefined;
  readonly groups: ReadonlyMap<ToolGroup, CompiledGroup>;
  /** Agent tools that the mode blocks by name. */
  readonly closedTools: ReadonlyMap<string, Refusal>;
  /** Groups that the mode blocks. */
  readonly closedGroups: ReadonlyMap<ToolGroup, Refusal>;
  readonly mcp: CompiledMcpRules;
  /** Compiled command rules; undefined if the mode has no restrictions on commands. */
  readonly commands: CompiledCommandRules | undefined;
  /** Cache for the agent's tools by name. */
  readonly knownTools: Map<string, KnownTool>;
  /** Bounded cache of decisions on MCP servers and their tools. */
  readonly mcpDecisions: Map<string, ServerDecisions>;
  /**
   * Bounded cache of decisions by wire name of an MCP tool; stays empty under the same condition as {@link
   * ServerDecisions.tools}.
   */
  readonly wireDecisions: Map<string, WireDecision>;
}

/**
 * @internal A tool of the agent in one mode: a decision that no argument can change, or the group whose file
 * restrictions apply.
 */
export type KnownTool = Decision | FileTool;

/** @internal */
export interface FileTool {
  readonly allowed: undefined;
  readonly tool: CatalogueTool;
  readonly group: CompiledGroup;
}

/** @internal */
export interface CompiledGroup {
  readonly by: RuleReference;
  readonly limits: readonly FileLimit[];
  /** Bounded cache of decisions by path, as passed by the caller. */
  readonly fileDecisions: Map<string, Decision>;
}

/** @internal A file restriction in a group entry. */
export interface FileLimit {
  readonly pattern: string;
  readonly description: string | undefined;
  readonly by: RuleReference;
  /**
   * Returns true if the pattern matches a path; absent if the pattern cannot be evaluated, in which case the
   * restriction allows nothing.
   */
  readonly test: ((path: string) => boolean) | undefined;
  /** Returns true if the restriction certainly allows every path with these ends; absent if `test` is absent. */
  readonly covers: ((paths: KnownText) => boolean) | undefined;
  readonly failure: string | undefined;
}
