import { didYouMean } from '@modegate/nearest-name';
import { type Decision, defaultRule, type Refusal, refuse } from '../decision.ts';
import { isMcpToolName, isWireNameOf } from '../mcp/wire-names.ts';
import { printable } from '../show.ts';
import { listToolNames } from '../tools/tool-catalogue.ts';
import { type Call, noMode } from './call.ts';
import { describeUnknownMode } from './describe-mode.ts';
import type { ToolRequest } from './request.ts';

/** @internal Checks that the mode exists and is valid. */
export function checkMode({ policy, request, mode }: Call): Decision | undefined {
  if (mode !== noMode) return mode.refusal;
  const reason = describeUnknownMode(policy, String(request.mode));
  const { unreadable } = policy.compiled;
  return unreadable === undefined
    ? refuse('MODE_UNKNOWN', defaultRule('mode-exists'), reason)
    : refuse('MODES_UNREADABLE', unreadable.by, reason);
}

/**
 * @internal Checks that the tool is one of the agent's tools, or that the call is an MCP call by wire name or identity.
 */
export function checkTool({ request, tool, known }: Call): Decision | undefined {
  if (known !== undefined) return undefined;
  if (tool === undefined) return isMcpToolName(request.tool) ? checkWireName(request) : refuseUnknown(request);
  if (request.mcp === undefined || tool.group === 'mcp') return undefined;
  const reason = `'${tool.name}' is a tool of the agent itself, not of the MCP server '${printable(request.mcp.server)}'. Remove the server, or specify one of the server's tools.`;
  return refuse('MCP_IDENTITY_MISMATCH', defaultRule('mcp-identity'), reason);
}

/**
 * Checks that the wire name and the identity, if both are present, denote the same tool; otherwise, one tool could be
 * evaluated and the other executed.
 */
function checkWireName({ tool: name, mcp }: ToolRequest): Refusal | undefined {
  const { server, tool } = mcp ?? {};
  // A missing name is reported by the server check and the tool check.
  if (typeof server !== 'string' || typeof tool !== 'string' || server === '' || tool === '') return undefined;
  if (isWireNameOf(name, { server, tool })) return undefined;
  const reason = `'${printable(name)}' does not refer to the tool '${printable(tool)}' of MCP server '${printable(server)}'. Specify the server and the tool that the name refers to, or call 'use_mcp_tool'.`;
  return refuse('MCP_IDENTITY_MISMATCH', defaultRule('mcp-identity'), reason);
}

function refuseUnknown({ tool, mcp }: ToolRequest): Refusal {
  const way =
    mcp === undefined
      ? 'For a tool of an MCP server, specify the server and the tool.'
      : "To call a tool of an MCP server, use 'use_mcp_tool' or a name such as 'mcp--server--tool'.";
  const reason = `Unknown tool '${printable(tool)}'.${didYouMean(tool, listToolNames())} ${way}`;
  return refuse('TOOL_UNKNOWN', defaultRule('tool-known'), reason);
}
