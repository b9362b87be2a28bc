import { type KnownCircumstances, readCircumstances } from './circumstances.ts';
import { decideMcpTool, type McpToolQuestion } from './decide-mcp-tool.ts';
import { decideServer } from './decide-server.ts';
import { allow, type Decision, defaultRule, type Refusal, refuse } from './decision.ts';
import { passed, settle, type Trace } from './explanation.ts';
import type { CompiledGroup, CompiledMode, Policy, ServerDecisions, ToolRule } from './policy.ts';
import { refuseByConditions } from './refuse-conditions.ts';
import type { McpIdentity, ToolRequest } from './request.ts';
import { printable } from './show.ts';
import type { CatalogueTool } from './tool-catalogue.ts';

interface McpQuestion {
  readonly request: ToolRequest;
  readonly trace: Trace | undefined;
  /** The static tool that carries the call, or undefined when the call goes by an MCP name. */
  readonly tool: CatalogueTool | undefined;
  readonly group: CompiledGroup;
}

/** @internal Judges an MCP call in a mode that holds the group `mcp`: server rules, then tool rules, then what all access hangs on. */
export function decideMcp(policy: Policy, mode: CompiledMode, question: McpQuestion): Decision {
  const { request, trace, tool } = question;
  const identity = readIdentity(request, tool);
  if (identity === 'missing') return settle('mcp-server', decideWithoutIdentity(policy, mode, question), trace);
  if (identity === 'mismatch') return settle('mcp-server', refuseMismatch(request), trace);
  const decisions = findServerDecisions(policy, mode, { ...question, server: identity.server });
  const isResource = tool?.name === 'access_mcp_resource';
  const { hasConditions, isConditional } = mode.mcp;
  if (!decisions.server.allowed || (isResource && !hasConditions)) return settle('mcp-server', decisions.server, trace);
  if (trace) passed('mcp-server', `server '${printable(identity.server)}' may be used`, trace);
  const circumstances = isConditional ? readCircumstances(policy.compiled, request) : noCircumstances;
  if (isResource) return settle('mcp-conditions', refuseByConditions(mode, circumstances) ?? decisions.server, trace);
  const { server, tool: named } = identity;
  if (named === undefined) return settle('mcp-tool', refuseMissingTool(server), trace);
  const decision = findToolDecision(policy, mode, { decisions, server, tool: named, circumstances });
  if (!decision.allowed || !hasConditions) return settle('mcp-tool', decision, trace);
  if (trace) passed('mcp-tool', `tool '${printable(named)}' may be used`, trace);
  // Asked last, so that a call which no time and no branch would help is refused for its lasting reason.
  return settle('mcp-conditions', refuseByConditions(mode, circumstances) ?? decision, trace);
}

const noCircumstances: KnownCircumstances = { at: undefined, context: undefined };

/** The pair a call is about, from `mcp` or from the arguments; both, when both are there, must say the same. */
function readIdentity(request: ToolRequest, tool: CatalogueTool | undefined): McpIdentity | 'missing' | 'mismatch' {
  const params = tool === undefined ? undefined : request.params;
  const server = request.mcp?.server ?? params?.server_name;
  const named = request.mcp?.tool ?? params?.tool_name;
  if (typeof server !== 'string' || server === '') return 'missing';
  const differs = (argument: unknown, judged: unknown) => argument !== undefined && argument !== judged;
  if (differs(params?.server_name, server) || differs(params?.tool_name, named)) return 'mismatch';
  return { server, tool: typeof named === 'string' && named !== '' ? named : undefined };
}

/** Without the pair, a wire name passes only where no rule could apply to it: names of servers and tools are never guessed back from it. A pair that is given and empty is none. */
function decideWithoutIdentity(policy: Policy, mode: CompiledMode, question: McpQuestion): Decision {
  const isNameAlone = question.tool === undefined && question.request.mcp === undefined;
  if (isNameAlone && !mode.mcp.isRestricted && policy.compiled.servers === undefined) return allow(question.group.by);
  const reason = `The MCP server and tool of this '${printable(question.request.tool)}' call are not known, so the rules of mode '${mode.mode.config.slug}' cannot be applied. Name both.`;
  return refuse('MCP_IDENTITY_MISSING', defaultRule('mcp-identity', mode.mode.config.slug), reason);
}

function refuseMismatch(request: ToolRequest): Refusal {
  const reason = `The arguments of '${printable(request.tool)}' name another MCP server or tool than the one that was asked about. Name the same in both places.`;
  return refuse('MCP_IDENTITY_MISMATCH', defaultRule('mcp-identity'), reason);
}

function refuseMissingTool(server: string): Refusal {
  return refuse(
    'MCP_IDENTITY_MISSING',
    defaultRule('mcp-identity'),
    `The tool of MCP server '${printable(server)}' is not named. Name it.`,
  );
}

// Far above any real set-up; a caller that invents names cannot make the memory grow without end.
const maxRememberedServers = 1024;
const maxRememberedTools = 4096;

function findServerDecisions(
  policy: Policy,
  mode: CompiledMode,
  question: McpQuestion & { readonly server: string },
): ServerDecisions {
  const { server } = question;
  const known = mode.mcpDecisions.get(server);
  if (known !== undefined) return known;
  const concerns = (rule: ToolRule) => rule.matchesServer(server);
  const decisions: ServerDecisions = {
    server: decideServer(policy, mode, question),
    tools: new Map(),
    rules: mode.mcp.sets.map((set) => ({
      set,
      disallowed: set.disallowedTools.filter(concerns),
      allowed: set.closedTools?.rules.filter(concerns),
    })),
  };
  if (mode.mcpDecisions.size >= maxRememberedServers) mode.mcpDecisions.clear();
  mode.mcpDecisions.set(server, decisions);
  return decisions;
}

function findToolDecision(policy: Policy, mode: CompiledMode, question: McpToolQuestion): Decision {
  // The answer of another time or another branch is no answer, so such a mode fills no table.
  if (mode.mcp.isConditional) return decideMcpTool(policy, mode, question);
  const { tools } = question.decisions;
  const known = tools.get(question.tool);
  if (known !== undefined) return known;
  const decision = decideMcpTool(policy, mode, question);
  if (tools.size >= maxRememberedTools) tools.clear();
  tools.set(question.tool, decision);
  return decision;
}
