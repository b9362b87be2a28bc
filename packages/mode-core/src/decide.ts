import { decideFile } from './decide-file.ts';
import { decideMcp } from './decide-mcp.ts';
import { allow, type Decision, defaultRule, type Refusal, refuse } from './decision.ts';
import { type ExplainedStep, type Explanation, passed, settle, type Trace } from './explanation.ts';
import { isMcpToolName } from './mcp-names.ts';
import { didYouMean } from './nearest.ts';
import type { CompiledGroup, CompiledMode, Policy } from './policy.ts';
import type { ToolRequest } from './request.ts';
import { printable } from './show.ts';
import { type CatalogueTool, findTool, listToolNames } from './tool-catalogue.ts';

/**
 * Decides whether a call may go ahead. Deny by default, deny wins, errors deny: nothing is granted because something is missing,
 * unknown or failed. Does no I/O and never throws; the answer names the rule that decided.
 */
export function decide(policy: Policy, request: ToolRequest): Decision {
  try {
    return evaluate(policy, request, undefined);
  } catch {
    return evaluationFailed;
  }
}

/** Decides many requests against one policy; the answers stand in the order of the requests. */
export function decideMany(policy: Policy, requests: Iterable<ToolRequest>): readonly Decision[] {
  return Array.from(requests, (request) => decide(policy, request));
}

/** Decides exactly as {@link decide} does and keeps every check on the way; the last step is the one that settled it. */
export function explain(policy: Policy, request: ToolRequest): Explanation {
  const steps: ExplainedStep[] = [];
  const trace: Trace = (step) => steps.push(step);
  try {
    return { request, decision: evaluate(policy, request, trace), steps };
  } catch {
    return { request, decision: settle('tool', evaluationFailed, trace), steps };
  }
}

const evaluationFailed = refuse(
  'EVALUATION_FAILED',
  defaultRule('evaluation'),
  'The request could not be evaluated, so it is refused. Send the arguments as plain data.',
);

/** The one evaluator. `trace` is undefined on the hot path, so that nothing is built which nobody reads. */
function evaluate(policy: Policy, request: ToolRequest, trace: Trace | undefined): Decision {
  const mode = policy.compiled.modes.get(request.mode);
  if (mode === undefined) return settle('mode', refuseMode(policy, request.mode), trace);
  if (mode.refusal !== undefined) return settle('mode', mode.refusal, trace);
  if (trace) passed('mode', `mode '${request.mode}' of the ${mode.mode.source} layer`, trace);
  const settled = trace === undefined ? recall(policy, mode, request) : undefined;
  if (settled !== undefined) return settled;
  const tool = findTool(request.tool);
  return tool === undefined
    ? evaluateUnlistedTool(policy, mode, { request, trace })
    : evaluateStaticTool(policy, mode, { request, trace, tool });
}

/** The decision already made for this tool, or this server and tool, where nothing else of the request can change it. */
function recall(policy: Policy, mode: CompiledMode, request: ToolRequest): Decision | undefined {
  const { mcp } = request;
  if (mcp === undefined) return mode.staticDecisions.get(request.tool);
  // Not plain data: judged the whole way, so that `explain` says the same.
  if (mcp === null) return undefined;
  const decisions = mode.mcpDecisions.get(mcp.server);
  // Arguments may name another pair, and a wire name may be switched off: those take the whole way.
  if (
    decisions === undefined ||
    mcp.tool === undefined ||
    findTool(request.tool) !== undefined ||
    policy.compiled.disabledTools.size > 0
  )
    return undefined;
  return decisions.server.allowed ? decisions.tools.get(mcp.tool) : decisions.server;
}

interface Evaluation {
  readonly request: ToolRequest;
  readonly trace: Trace | undefined;
}

function evaluateStaticTool(
  policy: Policy,
  mode: CompiledMode,
  evaluation: Evaluation & { readonly tool: CatalogueTool },
): Decision {
  const { request, trace, tool } = evaluation;
  if (request.mcp !== undefined && tool.group !== 'mcp') {
    const reason = `'${tool.name}' is a tool of the agent itself, not of the MCP server '${printable(request.mcp.server)}'. Leave out the server, or name the server's tool.`;
    return settle('tool', refuse('MCP_IDENTITY_MISMATCH', defaultRule('mcp-identity'), reason), trace);
  }
  if (trace) passed('tool', tool.name === request.tool ? 'a known tool' : `an alias of '${tool.name}'`, trace);
  const settled = settleByName(policy, mode, evaluation);
  if (settled !== undefined) return settled;
  const group = mode.groups.get(tool.group as Exclude<CatalogueTool['group'], 'always'>);
  if (group === undefined) return remember(mode, request, settle('group', refuseGroup(mode, tool), trace));
  if (trace) passed('group', `held by the group '${tool.group}'`, trace);
  return decideWithinGroup(policy, mode, { ...evaluation, group });
}

/** Explicit disable, then the tools that are always available. */
function settleByName(
  policy: Policy,
  mode: CompiledMode,
  evaluation: Evaluation & { readonly tool: CatalogueTool },
): Decision | undefined {
  const { request, trace, tool } = evaluation;
  const disabled = policy.compiled.disabledTools.get(tool.name);
  if (disabled !== undefined) {
    return remember(
      mode,
      request,
      settle(
        'disabled',
        refuse('TOOL_DISABLED', disabled, `Tool '${tool.name}' is switched off for every mode by the settings.`),
        trace,
      ),
    );
  }
  const closed = mode.closedTools.get(tool.name);
  if (closed !== undefined) return remember(mode, request, settle('disabled', closed, trace));
  if (trace) passed('disabled', 'not switched off', trace);
  if (tool.group === 'always')
    return remember(
      mode,
      request,
      settle('always-available', allow(defaultRule('always-available', mode.mode.config.slug)), trace),
    );
  if (trace) passed('always-available', 'not an always-available tool', trace);
  return undefined;
}

function decideWithinGroup(
  policy: Policy,
  mode: CompiledMode,
  evaluation: Evaluation & { readonly tool: CatalogueTool; readonly group: CompiledGroup },
): Decision {
  const { request, trace, tool, group } = evaluation;
  if (group.limits.length === 0) {
    if (tool.group === 'mcp') return decideMcp(policy, mode, evaluation);
    return remember(mode, request, settle('group', allow(group.by), trace));
  }
  const decision = decideFile(mode, { request, tool, group, projectRoot: policy.compiled.projectRoot });
  if (!decision.allowed || tool.group !== 'mcp') return settle('file', decision, trace);
  if (trace) passed('file', 'every path matches the limits of the group', trace);
  return decideMcp(policy, mode, evaluation);
}

/** A name that no static tool has: an MCP call if its identity is given or its form says so, otherwise unknown. */
function evaluateUnlistedTool(policy: Policy, mode: CompiledMode, evaluation: Evaluation): Decision {
  const { request, trace } = evaluation;
  if (request.mcp === undefined && !isMcpToolName(request.tool)) {
    const reason = `Unknown tool '${printable(request.tool)}'.${didYouMean(request.tool, listToolNames())} For a tool of an MCP server, name the server and the tool.`;
    return settle('tool', refuse('TOOL_UNKNOWN', defaultRule('tool-known'), reason), trace);
  }
  if (trace) passed('tool', 'a tool of an MCP server', trace);
  const disabled = policy.compiled.disabledTools.get('use_mcp_tool') ?? policy.compiled.disabledTools.get(request.tool);
  if (disabled !== undefined)
    return settle(
      'disabled',
      refuse('TOOL_DISABLED', disabled, 'MCP tools are switched off for every mode by the settings.'),
      trace,
    );
  const group = mode.groups.get('mcp');
  if (group === undefined) return settle('group', refuseMcpGroup(mode), trace);
  if (trace) passed('group', "held by the group 'mcp'", trace);
  const unenforceable = refuseMcpLimits(policy, mode, { request, group });
  if (unenforceable !== undefined) return settle('file', unenforceable, trace);
  return decideMcp(policy, mode, { ...evaluation, group, tool: undefined });
}

/** A file limit on the group `mcp` cannot be held, by whichever name the call goes: judged as `use_mcp_tool` is. */
function refuseMcpLimits(
  policy: Policy,
  mode: CompiledMode,
  { request, group }: { readonly request: ToolRequest; readonly group: CompiledGroup },
): Refusal | undefined {
  const tool = findTool('use_mcp_tool');
  if (group.limits.length === 0 || tool === undefined) return undefined;
  const decision = decideFile(mode, { request, tool, group, projectRoot: policy.compiled.projectRoot });
  return decision.allowed ? undefined : decision;
}

function refuseMode(policy: Policy, slug: string): Refusal {
  const { unreadable, modes } = policy.compiled;
  const shown = printable(String(slug));
  if (unreadable !== undefined) {
    return refuse(
      'MODES_UNREADABLE',
      unreadable.by,
      `Mode '${shown}' is not known, and a modes file that may define it could not be read. ${unreadable.reason}`,
    );
  }
  return refuse(
    'MODE_UNKNOWN',
    defaultRule('mode-exists'),
    `Unknown mode '${shown}'.${didYouMean(shown, modes.keys())} Known modes: ${[...modes.keys()].slice(0, 20).join(', ')}.`,
  );
}

function refuseGroup(mode: CompiledMode, tool: CatalogueTool): Refusal {
  if (tool.group === 'mcp') return refuseMcpGroup(mode);
  const { slug } = mode.mode.config;
  return refuse(
    'GROUP_MISSING',
    defaultRule('group-required', slug),
    `Tool '${tool.name}' is not allowed in mode '${slug}': the mode does not hold the group '${tool.group}'${heldGroups(mode)}.`,
  );
}

function refuseMcpGroup(mode: CompiledMode): Refusal {
  const { slug } = mode.mode.config;
  return refuse(
    'GROUP_MISSING',
    defaultRule('group-required', slug),
    `MCP tools and resources are not allowed in mode '${slug}': the mode does not hold the group 'mcp'${heldGroups(mode)}.`,
  );
}

function heldGroups(mode: CompiledMode): string {
  return mode.groups.size === 0 ? '' : ` (it holds ${[...mode.groups.keys()].join(', ')})`;
}

/** Keeps a decision that depends on nothing but the tool's name; static names are few, so the memory is bounded. */
function remember(mode: CompiledMode, request: ToolRequest, decision: Decision): Decision {
  mode.staticDecisions.set(request.tool, decision);
  return decision;
}
