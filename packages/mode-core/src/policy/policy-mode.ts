import type { TextPosition } from '@modegate/json';
import type { Decision, Refusal, RuleReference } from '../decision.ts';
import type { ModeConfig, ModeSource, ToolGroup } from '../modes/mode.ts';
import type { KnownText } from '../pattern/known-text.ts';
import type { CatalogueTool } from '../tools/tool-catalogue.ts';
import type { CompiledMcpRules, ServerDecisions, WireDecision } from './mcp-rules.ts';

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
  /** The modes whose restrictions hold here too, nearest first, each as the place where it is written; empty when `extends` is absent or fails. */
  readonly inherits: readonly RuleReference[];
  /** Groups of the client whose file it is, of which it is not known what they open, each as the place where it is written; absent where there are none. */
  readonly unknownGroups?: ReadonlyMap<string, RuleReference>;
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
  /** The groups that something in the mode closes. */
  readonly closedGroups: ReadonlyMap<ToolGroup, Refusal>;
  readonly mcp: CompiledMcpRules;
  /** What is known of the agent's own tools by their names, filled on first use. */
  readonly knownTools: Map<string, KnownTool>;
  /** Decisions on MCP servers and their tools, filled on first use and bounded. */
  readonly mcpDecisions: Map<string, ServerDecisions>;
  /** Decisions on calls by the wire name of an MCP tool, filled on first use and bounded; empty as {@link ServerDecisions.tools} is. */
  readonly wireDecisions: Map<string, WireDecision>;
}

/** @internal A tool of the agent in one mode: a decision that no argument can change, or the group whose file limits decide. */
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
