import type { KnownCircumstances } from '../circumstances/circumstances.ts';
import type { Decision } from '../decision.ts';
import type { ServerDecisions } from '../policy/mcp-rules.ts';
import type { Policy } from '../policy/policy.ts';
import type { CompiledGroup, CompiledMode } from '../policy/policy-mode.ts';
import { type CatalogueTool, findTool } from '../tools/tool-catalogue.ts';
import type { McpIdentity, ToolRequest } from './request.ts';

/** @internal A request with the results of all lookups that the checks need. */
export interface Call {
  readonly policy: Policy;
  readonly request: ToolRequest;
  /** The mode of the request; {@link noMode} if no layer defines it, in which case the first check refuses the call. */
  readonly mode: CompiledMode;
  /** Static tool that is called; undefined if the catalogue does not contain the name. */
  readonly tool: CatalogueTool | undefined;
  /** True for a tool of the group `mcp` and for a name that the catalogue does not contain. */
  readonly isMcp: boolean;
  /** The mode's group that contains the tool. */
  readonly group: CompiledGroup | undefined;
  /** Cached decision for the wire name and the identity of the request. */
  readonly known: Decision | undefined;
  /** Result of the server check, for later checks. */
  mcp: McpCall | undefined;
}

/** @internal An MCP call to a server that the mode may use. */
export interface McpCall {
  readonly identity: McpIdentity;
  readonly decisions: ServerDecisions;
  readonly circumstances: KnownCircumstances;
  /**
   * Decision that applies unless the conditions of the mode refuse the call: initially the decision on the server,
   * later the decision on the tool.
   */
  granted: Decision;
}

/** @internal A mode without groups, used in place of an unknown mode. */
export const noMode: CompiledMode = {
  mode: {
    config: { slug: '', name: '', roleDefinition: '', groups: [] },
    source: 'builtin',
    shadows: [],
    inherits: [],
  },
  pointer: '',
  refusal: undefined,
  groups: new Map(),
  closedTools: new Map(),
  closedGroups: new Map(),
  mcp: {
    invalid: undefined,
    sets: [],
    withoutList: undefined,
    namedServers: new Set(),
    isRestricted: true,
    hasConditions: false,
    isConditional: false,
  },
  commands: undefined,
  knownTools: new Map(),
  mcpDecisions: new Map(),
  wireDecisions: new Map(),
};

/** @internal Finds the mode of a request; returns {@link noMode} if there is no such mode. */
export function findMode(policy: Policy, request: ToolRequest): CompiledMode {
  return policy.compiled.modes.get(request.mode) ?? noMode;
}

/** @internal Looks up everything to which a request refers. */
export function prepareCall(policy: Policy, request: ToolRequest, mode: CompiledMode): Call {
  const tool = findTool(request.tool);
  const name = tool === undefined ? 'mcp' : tool.group;
  const group = name === 'always' ? undefined : mode.groups.get(name);
  const known = tool === undefined ? findCachedByWireName(mode, request) : undefined;
  return { policy, request, mode, tool, isMcp: name === 'mcp', group, known, mcp: undefined };
}

/** @internal Returns the cached decision for a wire name if the request has the same server and tool as before. */
export function findCachedByWireName(
  { wireDecisions }: CompiledMode,
  { tool, mcp }: ToolRequest,
): Decision | undefined {
  const known = wireDecisions.get(tool);
  return known !== undefined && known.server === mcp?.server && known.tool === mcp.tool ? known.decision : undefined;
}
