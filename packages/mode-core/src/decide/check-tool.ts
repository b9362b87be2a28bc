import { allow, type Decision, defaultRule, type Refusal, refuse } from '../decision.ts';
import { isMcpToolName } from '../mcp/mcp-names.ts';
import { isWireNameOf } from '../mcp/wire-names.ts';
import { didYouMean } from '../nearest.ts';
import type { CompiledMode } from '../policy/policy.ts';
import { printable } from '../show.ts';
import { listToolNames } from '../tools/tool-catalogue.ts';
import { type Call, noMode } from './call.ts';
import { describeUnknownMode } from './describe-unknown-mode.ts';
import type { ToolRequest } from './request.ts';

/** @internal The mode exists, and has no error. */
export function checkMode({ policy, request, mode }: Call): Decision | undefined {
  if (mode !== noMode) return mode.refusal;
  const reason = describeUnknownMode(policy, String(request.mode));
  const { unreadable } = policy.compiled;
  return unreadable === undefined
    ? refuse('MODE_UNKNOWN', defaultRule('mode-exists'), reason)
    : refuse('MODES_UNREADABLE', unreadable.by, reason);
}

/** @internal The tool is one of the agent's own, or an MCP call by its name or its pair of server and tool. */
export function checkTool({ request, tool, mode }: Call): Decision | undefined {
  if (tool === undefined) return isMcpToolName(request.tool) ? checkWireName(request, mode) : refuseUnknown(request);
  if (request.mcp === undefined || tool.group === 'mcp') return undefined;
  const reason = `'${tool.name}' is a tool of the agent itself, not of the MCP server '${printable(request.mcp.server)}'. Leave out the server, or name the server's tool.`;
  return refuse('MCP_IDENTITY_MISMATCH', defaultRule('mcp-identity'), reason);
}

/** The name and the pair, where both are given, must be of one tool: otherwise one is judged and the other may be carried out. */
function checkWireName({ tool: name, mcp }: ToolRequest, mode: CompiledMode): Refusal | undefined {
  const { server, tool } = mcp ?? {};
  // What is not named at all is missed by the check of the server or of its tool.
  if (typeof server !== 'string' || typeof tool !== 'string' || server === '' || tool === '') return undefined;
  const isKnown = mode.mcpDecisions.get(server)?.wireNames.get(tool) === name;
  if (isKnown || isWireNameOf(name, { server, tool })) return undefined;
  const reason = `'${printable(name)}' is not a name of the tool '${printable(tool)}' of MCP server '${printable(server)}'. Give the server and the tool that the name stands for, or call 'use_mcp_tool'.`;
  return refuse('MCP_IDENTITY_MISMATCH', defaultRule('mcp-identity'), reason);
}

function refuseUnknown({ tool, mcp }: ToolRequest): Refusal {
  const way =
    mcp === undefined
      ? 'For a tool of an MCP server, name the server and the tool.'
      : "To call a tool of an MCP server, use 'use_mcp_tool' or a name such as 'mcp--server--tool'.";
  const reason = `Unknown tool '${printable(tool)}'.${didYouMean(tool, listToolNames())} ${way}`;
  return refuse('TOOL_UNKNOWN', defaultRule('tool-known'), reason);
}

/** @internal No setting switches the tool off for every mode, and no key of the mode closes it. */
export function checkDisabled(call: Call): Decision | undefined {
  const { request, tool } = call;
  const { disabledTools } = call.policy.compiled;
  if (tool !== undefined) {
    const by = disabledTools.get(tool.name);
    const reason = `Tool '${tool.name}' is switched off for every mode by the settings.`;
    const refusal = by === undefined ? call.mode.closedTools.get(tool.name) : refuse('TOOL_DISABLED', by, reason);
    return refusal && settleByName(call, refusal);
  }
  const by = disabledTools.get('use_mcp_tool') ?? disabledTools.get(request.tool);
  return by && refuse('TOOL_DISABLED', by, 'MCP tools are switched off for every mode by the settings.');
}

/** @internal Some tools are open to every mode. */
export function checkAlwaysAvailable(call: Call): Decision | undefined {
  if (call.tool?.group !== 'always') return undefined;
  return settleByName(call, allow(defaultRule('always-available', call.mode.mode.config.slug)));
}

/** @internal The mode holds the group that has the tool; a group without limits grants all but MCP calls. */
export function checkGroup(call: Call): Decision | undefined {
  const { group } = call;
  if (group === undefined) return settleByName(call, refuseGroup(call));
  return group.limits.length > 0 || call.isMcp ? undefined : settleByName(call, allow(group.by));
}

/** Keeps a decision that depends on nothing but the name of a static tool; those are few, so the memory is bounded. */
function settleByName({ request, tool, mode }: Call, decision: Decision): Decision {
  if (tool !== undefined) mode.staticDecisions.set(request.tool, decision);
  return decision;
}

function refuseGroup({ mode, tool, isMcp }: Call): Refusal {
  const { slug } = mode.mode.config;
  const what = isMcp ? 'MCP tools and resources are' : `Tool '${tool?.name}' is`;
  const group = isMcp ? 'mcp' : tool?.group;
  return refuse(
    'GROUP_MISSING',
    defaultRule('group-required', slug),
    `${what} not allowed in mode '${slug}': the mode does not hold the group '${group}'${heldGroups(mode)}.`,
  );
}

function heldGroups(mode: CompiledMode): string {
  return mode.groups.size === 0 ? '' : ` (it holds ${[...mode.groups.keys()].join(', ')})`;
}
