import type { CompiledCondition } from '../circumstances/condition.ts';
import type { Decision, RuleReference } from '../decision.ts';
import type { McpServerPolicy } from '../mcp/server-policy.ts';
import type { McpToolReference, ModeConfig } from '../modes/mode.ts';

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
  /** Whether all MCP access depends on something. */
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
  /** What all MCP access depends on. */
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
  /** What the entry depends on, if anything. */
  readonly conditions: readonly CompiledCondition[] | undefined;
}

/** @internal */
export interface CompiledServer {
  readonly server: McpServerPolicy;
  readonly by: RuleReference;
  readonly fieldRule: (field: string) => RuleReference;
  readonly disabledTools: readonly { readonly matches: (tool: string) => boolean; readonly by: RuleReference }[];
  /** Undefined where every tool is on. */
  readonly enabledTools: readonly ((tool: string) => boolean)[] | undefined;
}

/** @internal */
export interface ServerDecisions {
  readonly server: Decision;
  /** Of calls that no wire name names. Stays empty in a mode whose decisions may change with the circumstances. */
  readonly tools: Map<string, Decision>;
  /** The tool rules that concern this server, so that each tool is held against these only. */
  readonly rules: readonly ServerToolRules[];
}

/** @internal The decision on a wire name, and the pair with which it was found to agree. */
export interface WireDecision {
  readonly server: string;
  readonly tool: string;
  readonly decision: Decision;
}

/** @internal The tool rules of one mode that concern one server. */
export interface ServerToolRules {
  readonly set: McpRuleSet;
  readonly disallowed: readonly ToolRule[];
  readonly allowed: readonly ToolRule[] | undefined;
}
