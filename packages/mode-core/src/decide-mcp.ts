import { allow, type Decision, defaultRule, type Refusal, refuse } from './decision.ts';
import { passed, settle, type Trace } from './explanation.ts';
import { didYouMean } from './nearest.ts';
import type { CompiledGroup, CompiledMode, Policy, ServerDecisions, ToolRule } from './policy.ts';
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

/** @internal Judges an MCP call in a mode that holds the group `mcp`: server rules, then tool rules. */
export function decideMcp(policy: Policy, mode: CompiledMode, question: McpQuestion): Decision {
  const { request, trace, tool } = question;
  const identity = readIdentity(request, tool);
  if (identity === 'missing') return settle('mcp-server', decideWithoutIdentity(policy, mode, question), trace);
  if (identity === 'mismatch') return settle('mcp-server', refuseMismatch(request), trace);
  const decisions = findServerDecisions(policy, mode, { ...question, server: identity.server });
  const isResource = tool?.name === 'access_mcp_resource';
  if (!decisions.server.allowed || isResource) return settle('mcp-server', decisions.server, trace);
  if (trace) passed('mcp-server', `server '${printable(identity.server)}' may be used`, trace);
  if (identity.tool === undefined) return settle('mcp-tool', refuseMissingTool(identity.server), trace);
  return settle(
    'mcp-tool',
    findToolDecision(policy, mode, { decisions, server: identity.server, tool: identity.tool }),
    trace,
  );
}

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
  const { mcp } = mode;
  const restricted =
    mcp.invalid !== undefined ||
    mcp.closedServers.length > 0 ||
    mcp.closedTools !== undefined ||
    mcp.disallowedServers.length > 0 ||
    mcp.disallowedTools.length > 0;
  const isNameAlone = question.tool === undefined && question.request.mcp === undefined;
  if (isNameAlone && !restricted && policy.compiled.servers === undefined) return allow(question.group.by);
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
  const { closedTools, disallowedTools } = mode.mcp;
  const concerns = (rule: ToolRule) => rule.matchesServer(server);
  const decisions: ServerDecisions = {
    server: decideServer(policy, mode, question),
    tools: new Map(),
    disallowed: disallowedTools.filter(concerns),
    allowed: closedTools?.rules.filter(concerns),
  };
  if (mode.mcpDecisions.size >= maxRememberedServers) mode.mcpDecisions.clear();
  mode.mcpDecisions.set(server, decisions);
  return decisions;
}

interface ToolQuestion {
  readonly decisions: ServerDecisions;
  readonly server: string;
  readonly tool: string;
}

function findToolDecision(policy: Policy, mode: CompiledMode, question: ToolQuestion): Decision {
  const { tools } = question.decisions;
  const known = tools.get(question.tool);
  if (known !== undefined) return known;
  const decision = decideTool(policy, mode, question);
  if (tools.size >= maxRememberedTools) tools.clear();
  tools.set(question.tool, decision);
  return decision;
}

function decideServer(
  policy: Policy,
  mode: CompiledMode,
  { server, group }: { readonly server: string; readonly group: CompiledGroup },
): Decision {
  const { mcp } = mode;
  const { slug } = mode.mode.config;
  const shown = printable(server);
  if (mcp.invalid !== undefined) return refuse('MCP_RESTRICTIONS_INVALID', mcp.invalid.by, mcp.invalid.reason);
  const byFile = decideByServerFile(policy, server);
  if (byFile !== undefined) return byFile;
  const denied = mcp.disallowedServers.find((rule) => rule.matches(server));
  if (denied !== undefined)
    return refuse('MCP_SERVER_DISALLOWED', denied.by, `MCP server '${shown}' is disallowed in mode '${slug}'.`);
  let allowedBy = group.by;
  for (const list of mcp.closedServers) {
    const rule = list.rules.find((candidate) => candidate.matches(server));
    if (rule === undefined)
      return refuse(
        'MCP_SERVER_NOT_ALLOWED',
        list.by,
        `MCP server '${shown}' is not among the servers that mode '${slug}' allows.`,
      );
    allowedBy = rule.by;
  }
  const configured = policy.compiled.servers?.get(server);
  if (configured?.server.defaultEnabled === false && mcp.closedServers.length === 0) {
    const reason = `MCP server '${shown}' is not enabled by default, and mode '${slug}' does not name it in 'allowedServers'.`;
    return refuse('MCP_SERVER_NOT_ENABLED', configured.fieldRule('defaultEnabled'), reason);
  }
  return allow(allowedBy);
}

/** What the server's own file says against it, whatever the mode. */
function decideByServerFile(policy: Policy, server: string): Refusal | undefined {
  const { servers } = policy.compiled;
  if (servers === undefined) return undefined;
  const configured = servers.get(server);
  const shown = printable(server);
  if (configured === undefined) {
    const known =
      servers.size === 0
        ? ' No MCP server is configured.'
        : ` Configured servers: ${[...servers.keys()].slice(0, 20).map(printable).join(', ')}.`;
    return refuse(
      'MCP_SERVER_UNKNOWN',
      defaultRule('server-known'),
      `Unknown MCP server '${shown}'.${didYouMean(server, servers.keys())}${known}`,
    );
  }
  if (configured.server.invalid !== undefined) {
    return refuse(
      'MCP_SERVER_INVALID',
      configured.by,
      `The settings of MCP server '${shown}' could not be read, so it is refused. ${configured.server.invalid}`,
    );
  }
  if (configured.server.disabled === true)
    return refuse(
      'MCP_SERVER_DISABLED',
      configured.fieldRule('disabled'),
      `MCP server '${shown}' is disabled in its settings.`,
    );
  return undefined;
}

function decideTool(policy: Policy, mode: CompiledMode, { decisions, server, tool }: ToolQuestion): Decision {
  const { mcp } = mode;
  const { slug } = mode.mode.config;
  const shown = () => `'${printable(tool)}' of MCP server '${printable(server)}'`;
  const configured = policy.compiled.servers?.get(server);
  const disabledIndex = configured?.server.disabledTools?.indexOf(tool) ?? -1;
  if (configured !== undefined && disabledIndex >= 0) {
    return refuse(
      'MCP_TOOL_DISABLED',
      configured.fieldRule(`disabledTools/${disabledIndex}`),
      `Tool ${shown()} is disabled in the server's settings.`,
    );
  }
  const denied = decisions.disallowed.find((rule) => rule.matchesTool(tool));
  if (denied !== undefined)
    return refuse('MCP_TOOL_DISALLOWED', denied.by, `Tool ${shown()} is disallowed in mode '${slug}'.`);
  if (mcp.closedTools === undefined) return decisions.server;
  const allowed = decisions.allowed?.find((rule) => rule.matchesTool(tool));
  if (allowed === undefined)
    return refuse(
      'MCP_TOOL_NOT_ALLOWED',
      mcp.closedTools.by,
      `Tool ${shown()} is not among the tools that mode '${slug}' allows.`,
    );
  return allow(allowed.by);
}
