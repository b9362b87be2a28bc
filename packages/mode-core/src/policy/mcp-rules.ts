import type { CompiledCondition } from '../circumstances/condition.ts';
import type { ConsentQuestion, Decision, RuleReference } from '../decision.ts';
import type { McpServerPolicy } from '../mcp/server-policy.ts';
import type { McpToolReference, ModeConfig } from '../modes/mode.ts';

/** @internal */
export interface CompiledMcpRules {
  readonly invalid: { readonly reason: string; readonly by: RuleReference } | undefined;
  /**
   * The mode's own rules, followed by the rules of the modes that it extends, nearest first. All of these rules apply.
   */
  readonly sets: readonly McpRuleSet[];
  /**
   * Slug of one of these modes that has no list of allowed servers; servers that are off by default then remain off.
   */
  readonly withoutList: string | undefined;
  /** Exact server names in allow rules, without wildcards. */
  readonly namedServers: ReadonlySet<string>;
  /** True if any rule applies to MCP calls. */
  readonly isRestricted: boolean;
  /** True if all MCP access has conditions. */
  readonly hasConditions: boolean;
  /** True if a decision may change with the circumstances and must therefore not be cached. */
  readonly isConditional: boolean;
}

/** @internal Restrictions of one mode. */
export interface McpRuleSet {
  /** Slug of the mode. */
  readonly owner: string;
  /** The mode as written. */
  readonly config: ModeConfig;
  /** Allowlists, each of which must contain a server: none, one, or (with Zoo's field) two. */
  readonly closedServers: readonly ClosedList<ServerRule>[];
  readonly askedServers: readonly ServerRule[];
  readonly disallowedServers: readonly ServerRule[];
  readonly closedTools: ClosedList<ToolRule> | undefined;
  readonly askedTools: readonly ToolRule[];
  readonly disallowedTools: readonly ToolRule[];
  /** Conditions on all MCP access. */
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
  /** Conditions of the entry. */
  readonly conditions: readonly CompiledCondition[] | undefined;
}

/** @internal */
export interface CompiledServer {
  readonly server: McpServerPolicy;
  readonly by: RuleReference;
  readonly fieldRule: (field: string) => RuleReference;
  readonly disabledTools: readonly { readonly matches: (tool: string) => boolean; readonly by: RuleReference }[];
  /** Tests for enabled tools; undefined if all tools are enabled. */
  readonly enabledTools: readonly ((tool: string) => boolean)[] | undefined;
}

/** @internal */
export interface ServerDecisions {
  readonly server: Decision;
  /** Questions that every call to the server raises. */
  readonly questions: readonly ConsentQuestion[];
  /**
   * Decisions by tool, for calls without a wire name. Stays empty in a mode whose decisions depend on circumstances.
   */
  readonly tools: Map<string, Decision>;
  /** Tool rules that apply to this server. */
  readonly rules: readonly ServerToolRules[];
}

/** @internal Decision on a wire name, with the identity that was found to match it. */
export interface WireDecision {
  readonly server: string;
  readonly tool: string;
  readonly decision: Decision;
}

/** @internal The tool rules in one mode that apply to one server. */
export interface ServerToolRules {
  readonly set: McpRuleSet;
  readonly disallowed: readonly ToolRule[];
  readonly asked: readonly ToolRule[];
  readonly allowed: readonly ToolRule[] | undefined;
}
