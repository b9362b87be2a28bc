import { noCircumstances, resolveCircumstances } from '../circumstances/circumstances.ts';
import { allow, askFor, type Decision, defaultRule, isOpen, type Refusal, refuse } from '../decision.ts';
import type { ServerDecisions, ToolRule } from '../policy/mcp-rules.ts';
import type { CompiledGroup } from '../policy/policy-mode.ts';
import { printable } from '../show.ts';
import { type CatalogueTool, findTool } from '../tools/tool-catalogue.ts';
import type { Call } from './call.ts';
import { decideMcpTool, type McpToolQuestion } from './decide-mcp-tool.ts';
import { askAboutServer, decideServer } from './decide-server.ts';
import { refuseByConditions } from './refuse-conditions.ts';
import type { McpIdentity, ToolRequest } from './request.ts';

/**
 * @internal Checks that the request identifies a server and that the mode may use the server. For a resource without
 * further conditions, this check settles the call.
 */
export function checkMcpServer(call: Call): Decision | undefined {
  const { policy, mode, request, tool, group } = call;
  // The group check has settled this; without a group, no later check allows anything.
  if (group === undefined) return undefined;
  const identity = readIdentity(call);
  if (identity === 'missing') return decideWithoutIdentity(call);
  if (identity === 'mismatch') return refuseMismatch(request);
  const decisions = findServerDecisions({ policy, mode, group }, identity.server);
  const { hasConditions, isConditional } = mode.mcp;
  const granted = askFor(decisions.server, decisions.questions);
  if (!decisions.server.allowed || (isResource(tool) && !hasConditions)) return granted;
  const circumstances = isConditional ? resolveCircumstances(policy.compiled, request) : noCircumstances;
  call.mcp = { identity, decisions, circumstances, granted };
  return undefined;
}

/**
 * @internal Checks that the mode may use the server's tool. If there are no further conditions, this check settles the
 * call.
 */
export function checkMcpTool(call: Call): Decision | undefined {
  const { mcp, mode } = call;
  if (mcp === undefined || isResource(call.tool)) return undefined;
  const { server, tool } = mcp.identity;
  if (tool === undefined) return refuseMissingTool(server);
  const { decisions, circumstances } = mcp;
  mcp.granted = findToolDecision(call, { decisions, server, tool, circumstances });
  return isOpen(mcp.granted) && mode.mcp.hasConditions ? undefined : mcp.granted;
}

/**
 * @internal Checks the conditions on all MCP access. Comes last, so that a call with a permanent reason for refusal
 * receives that reason.
 */
export function checkMcpConditions({ mcp, mode }: Call): Decision | undefined {
  return mcp && (refuseByConditions(mode, 'use MCP', mcp.circumstances) ?? mcp.granted);
}

function isResource(tool: CatalogueTool | undefined): boolean {
  return tool?.name === 'access_mcp_resource';
}

/** Reads the identity of a call. If `mcp` and the arguments both contain an identity, the two must agree. */
function readIdentity({ request, tool }: Call): McpIdentity | 'missing' | 'mismatch' {
  const params = tool === undefined ? undefined : request.params;
  const identity = namedIdentity(request, params);
  if (identity === undefined) return 'missing';
  const differs = (argument: unknown, judged: unknown) => argument !== undefined && argument !== judged;
  const named = request.mcp?.tool ?? params?.tool_name;
  return differs(params?.server_name, identity.server) || differs(params?.tool_name, named) ? 'mismatch' : identity;
}

/**
 * Finds, for logs, the server and tool that are used to evaluate a call: from `mcp`, or from the arguments of
 * `use_mcp_tool` and `access_mcp_resource`. Returns undefined if the call identifies no server.
 */
export function findMcpIdentity(request: ToolRequest): McpIdentity | undefined {
  return namedIdentity(request, findTool(request.tool)?.group === 'mcp' ? request.params : undefined);
}

function namedIdentity({ mcp }: ToolRequest, params: ToolRequest['params']): McpIdentity | undefined {
  const server = mcp?.server ?? params?.server_name;
  const named = mcp?.tool ?? params?.tool_name;
  if (typeof server !== 'string' || server === '') return undefined;
  return { server, tool: typeof named === 'string' && named !== '' ? named : undefined };
}

/**
 * Decides on a call without an identity. Such a call is allowed by its wire name only if no rule could apply to it; a
 * server and a tool are never inferred from the name. An empty identity is treated as missing.
 */
function decideWithoutIdentity({ policy, mode, request, tool, group }: Call): Decision {
  const isNameAlone = tool === undefined && request.mcp === undefined;
  if (isNameAlone && group !== undefined && !mode.mcp.isRestricted && policy.compiled.servers === undefined)
    return allow(group.by);
  const reason = `The MCP server and tool of this '${printable(request.tool)}' call are not known, so the rules of mode '${mode.mode.config.slug}' cannot be applied. Specify both.`;
  return refuse('MCP_IDENTITY_MISSING', defaultRule('mcp-identity', mode.mode.config.slug), reason);
}

function refuseMismatch(request: ToolRequest): Refusal {
  const reason = `The arguments of '${printable(request.tool)}' specify an MCP server or tool that differs from the one in the request. Specify the same server and tool in both places.`;
  return refuse('MCP_IDENTITY_MISMATCH', defaultRule('mcp-identity'), reason);
}

function refuseMissingTool(server: string): Refusal {
  const reason = `Specify the tool of MCP server '${printable(server)}'.`;
  return refuse('MCP_IDENTITY_MISSING', defaultRule('mcp-identity'), reason);
}

// Far more servers than any real setup has. Bounds memory use if a caller makes up names.
const maxRememberedServers = 1024;
const maxRememberedTools = 4096;

function findServerDecisions(
  { policy, mode, group }: Pick<Call, 'policy' | 'mode'> & { readonly group: CompiledGroup },
  server: string,
): ServerDecisions {
  const known = mode.mcpDecisions.get(server);
  if (known !== undefined) return known;
  const concerns = (rule: ToolRule) => rule.matchesServer(server);
  const decisions: ServerDecisions = {
    server: decideServer(policy, mode, { server, group }),
    questions: askAboutServer(mode, server),
    tools: new Map(),
    rules: mode.mcp.sets.map((set) => ({
      set,
      disallowed: set.disallowedTools.filter(concerns),
      asked: set.askedTools.filter(concerns),
      allowed: set.closedTools?.rules.filter(concerns),
    })),
  };
  if (mode.mcpDecisions.size >= maxRememberedServers) mode.mcpDecisions.clear();
  mode.mcpDecisions.set(server, decisions);
  return decisions;
}

function findToolDecision({ policy, mode, request, tool: called, known }: Call, question: McpToolQuestion): Decision {
  if (known !== undefined) return known;
  // Decisions in such a mode depend on the time or the branch, so they are not cached.
  if (mode.mcp.isConditional) return decideMcpTool(policy, mode, question);
  const { server, tool } = question;
  if (called === undefined) {
    // The tool check has established that the name matches the identity; the name may also match other identities.
    const decision = decideMcpTool(policy, mode, question);
    return remember(mode.wireDecisions, request.tool, { server, tool, decision }).decision;
  }
  const { tools } = question.decisions;
  return tools.get(tool) ?? remember(tools, tool, decideMcpTool(policy, mode, question));
}

function remember<Known>(table: Map<string, Known>, name: string, known: Known): Known {
  if (table.size >= maxRememberedTools) table.clear();
  table.set(name, known);
  return known;
}
