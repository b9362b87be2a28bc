import type { KnownCircumstances } from '../circumstances/circumstances.ts';
import type { Decision } from '../decision.ts';
import type { ServerDecisions } from '../policy/mcp-rules.ts';
import type { Policy } from '../policy/policy.ts';
import type { CompiledGroup, CompiledMode } from '../policy/policy-mode.ts';
import { type CatalogueTool, findTool } from '../tools/tool-catalogue.ts';
import type { McpIdentity, ToolRequest } from './request.ts';

/** @internal One request with all that the checks look up for it. */
export interface Call {
  readonly policy: Policy;
  readonly request: ToolRequest;
  /** {@link noMode} when no layer defines it; the first check refuses that one. */
  readonly mode: CompiledMode;
  /** The static tool that is called; undefined for a name that the catalogue does not have. */
  readonly tool: CatalogueTool | undefined;
  /** Whether the call goes to an MCP server, if it is anything: by a tool of the group `mcp`, or by a name that the catalogue does not have. */
  readonly isMcp: boolean;
  /** The group that has the tool, as the mode holds it. */
  readonly group: CompiledGroup | undefined;
  /** The decision on the wire name and the pair of the request, where they were asked about before. */
  readonly known: Decision | undefined;
  /** What the check of the server found, for the checks behind it. */
  mcp: McpCall | undefined;
}

/** @internal An MCP call whose server may be used. */
export interface McpCall {
  readonly identity: McpIdentity;
  readonly decisions: ServerDecisions;
  readonly circumstances: KnownCircumstances;
  /** What goes ahead unless the conditions of the mode refuse it: the server's decision, later the tool's. */
  granted: Decision;
}

/** @internal A mode that holds nothing, in place of one that does not exist. */
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
  knownTools: new Map(),
  mcpDecisions: new Map(),
  wireDecisions: new Map(),
};

/** @internal The mode that a request names, or {@link noMode}. */
export function findMode(policy: Policy, request: ToolRequest): CompiledMode {
  return policy.compiled.modes.get(request.mode) ?? noMode;
}

/** @internal Looks up what a request is about. */
export function prepareCall(policy: Policy, request: ToolRequest, mode: CompiledMode): Call {
  const tool = findTool(request.tool);
  const name = tool === undefined ? 'mcp' : tool.group;
  const group = name === 'always' ? undefined : mode.groups.get(name);
  const known = tool === undefined ? findCachedByWireName(mode, request) : undefined;
  return { policy, request, mode, tool, isMcp: name === 'mcp', group, known, mcp: undefined };
}

/** @internal The decision already made on a call by a wire name, if it has the pair that was found to agree with that name. */
export function findCachedByWireName(
  { wireDecisions }: CompiledMode,
  { tool, mcp }: ToolRequest,
): Decision | undefined {
  const known = wireDecisions.get(tool);
  return known !== undefined && known.server === mcp?.server && known.tool === mcp.tool ? known.decision : undefined;
}
