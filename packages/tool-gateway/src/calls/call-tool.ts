import type { JsonObject } from '@modegate/json';
import { definitionHash } from '../catalogue/ref-id.ts';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';
import type { ClientRequest } from '../clients/client-request.ts';
import type { SessionMode } from '../decisions/access-context.ts';
import { type GatewayRefusal, refuseByState } from '../decisions/gateway-decision.ts';
import { judgeTool } from '../decisions/judge.ts';
import { GatewayError } from '../gateway-error.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import { approvalHint } from '../trust/tool-trust.ts';
import { isPending } from '../upstreams/last-known-tools.ts';
import { whenConnected } from '../upstreams/when-connected.ts';
import { forwardIfAllowed } from './forward-if-allowed.ts';
import { sendUpstream, upstreamParams } from './upstream-request.ts';

/** A call to an upstream tool. */
export interface ToolCall {
  readonly tool: UpstreamTool;
  /** The client's request, whose params are those of `tools/call`. */
  readonly request: ClientRequest;
  /** Overrides the request's own arguments, for a meta-tool. */
  readonly arguments?: JsonObject | undefined;
  /**
   * Reads the session whose mode determines the decision; called again after each wait. Throws if the session no longer
   * exists.
   */
  readonly readSession?: (() => Promise<SessionMode>) | undefined;
}

/**
 * Checks a call, records the decision and forwards the call; resolves to the server's unchanged result. Errors from the
 * server are passed on unchanged.
 *
 * @throws {GatewayError} REFUSED, SERVER_RESTARTING, or TOOL_UNKNOWN if the server has removed the tool in the
 * meantime.
 */
export function callTool(parts: GatewayParts, call: ToolCall): Promise<JsonObject> {
  const { request, readSession } = call;
  const args = call.arguments ?? request.params.arguments;
  return forwardIfAllowed(parts, {
    request,
    readSession,
    tool: 'use_mcp_tool',
    params: args,
    canAsk: true,
    judge: (access) => {
      const tool = findNow(parts, call.tool) ?? call.tool;
      const { server, tool: subject, exposedName: shownName } = tool;
      return { tool, server, subject, shownName, decision: judgeTool(access, tool) };
    },
    prepare: ({ tool }) => {
      throwWhileRestarting(parts, tool);
      return whenConnected(parts.connections, tool.server, request) ?? approval(parts, { tool, request });
    },
    forward: ({ tool: { server, tool: name } }, recheck) => {
      const params = { ...upstreamParams(request), name, ...(args === undefined ? {} : { arguments: args }) };
      return sendUpstream(parts, { server, method: 'tools/call', params, from: request }, recheck);
    },
  });
}

/** Returns the current definition of the tool, which may differ from the definition that the client saw. */
function findNow({ index }: GatewayParts, { server, tool }: UpstreamTool): UpstreamTool | undefined {
  return index.catalogue.findTool(server, tool);
}

/**
 * Throws while a server is restarting: a call waits for a server that is connecting, but not for a later connection
 * attempt.
 */
function throwWhileRestarting({ connections }: GatewayParts, { server: name, exposedName }: UpstreamTool): void {
  const server = connections.servers.find((each) => each.name === name);
  if (server === undefined || server.state.status === 'connecting' || !isPending(server)) return;
  const { state } = server;
  const [why, retryAt] = state.status === 'disconnected' ? [` ${state.reason}`, state.retryAt] : ['', undefined];
  const message = `The server '${name.slice(0, 100)}' is restarting.${why} Its tools will be available again after the restart. Call '${exposedName}' again in a few seconds.`;
  throw new GatewayError('SERVER_RESTARTING', message, { data: { server: name, retryAt } });
}

/** Requests the user's approval for a tool that needs it; undefined if no approval is needed. */
function approval(parts: GatewayParts, call: ToolCall): Promise<GatewayRefusal | undefined> | undefined {
  if (findNow(parts, call.tool) === undefined) throw vanished(call.tool);
  const question = parts.trust.question(call.tool);
  return question === undefined ? undefined : askForApproval(parts, call, question);
}

async function askForApproval(
  parts: GatewayParts,
  { tool, request }: ToolCall,
  question: string,
): Promise<GatewayRefusal | undefined> {
  const answer = await parts.askUser(request, question);
  const { exposedName } = tool;
  if (answer !== 'accept')
    return refuseByState(
      'TOOL_WITHHELD',
      `The user was asked to allow '${exposedName}', but did not allow it (${answer}). ${approvalHint(tool)}`,
    );
  // Approves only the definition shown to the user, not a definition that replaced it in the meantime.
  const now = findNow(parts, tool);
  if (now === undefined || definitionHash(now) !== definitionHash(tool))
    return refuseByState(
      'TOOL_WITHHELD',
      `'${exposedName}' changed while the user was being asked about it. Call it again.`,
    );
  // Another call that waited for the same answer may already have approved the tool.
  if (parts.trust.question(tool) !== undefined) await parts.trust.approve(tool);
  return undefined;
}

function vanished({ exposedName, server }: UpstreamTool): GatewayError {
  return new GatewayError('TOOL_UNKNOWN', `The server '${server.slice(0, 100)}' no longer offers '${exposedName}'.`, {
    data: { name: exposedName, nearest: undefined },
  });
}
