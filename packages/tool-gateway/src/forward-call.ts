import { admit } from './admit.ts';
import type { CallContext } from './call-context.ts';
import type { CatalogueTool } from './catalogue.ts';
import type { CallOptions, GatewayParts } from './gateway.ts';
import { type GatewayRefusal, refuseByState } from './gateway-decision.ts';
import { GatewayError } from './gateway-error.ts';
import type { JsonObject } from './json-object.ts';
import { judgeTool } from './judge.ts';
import { passedParams, passedRequest } from './pass-request.ts';
import { approvalHint } from './tool-trust.ts';
import { whenConnected } from './when-connected.ts';

/** A call on its way to an upstream. */
export interface Call extends CallOptions {
  readonly tool: CatalogueTool;
  readonly context: CallContext;
}

/**
 * Judges a call, records the decision, and forwards it.
 *
 * @throws {GatewayError} REFUSED, or TOOL_UNKNOWN when the server has stopped offering the tool meanwhile.
 */
export function forwardCall(parts: GatewayParts, call: Call): Promise<JsonObject> {
  const { context, readSession } = call;
  const args = call.arguments ?? context.params.arguments;
  return admit(parts, {
    context,
    readSession,
    tool: 'use_mcp_tool',
    params: args,
    judge: (standing) => {
      const tool = findNow(parts, call.tool) ?? call.tool;
      const { server, tool: subject, exposedName: shownName } = tool;
      return { tool, server, subject, shownName, decision: judgeTool(standing, tool) };
    },
    prepare: ({ tool }) =>
      whenConnected(parts.options.connections, tool.server, context) ?? approval(parts, tool, context),
    forward: ({ tool }) => send(parts, { tool, context }, args),
  });
}

/** The tool as the server defines it now, which may no longer be what the client saw. */
function findNow({ index }: GatewayParts, { server, tool }: CatalogueTool): CatalogueTool | undefined {
  return index.catalogue.findTool(server, tool);
}

async function send(parts: GatewayParts, { tool, context }: Call, args: unknown): Promise<JsonObject> {
  const params = { ...passedParams(context), name: tool.tool, ...(args === undefined ? {} : { arguments: args }) };
  const forget = parts.relay.begin(tool.server, context);
  try {
    const result = await parts.options.connections.request(tool.server, 'tools/call', params, passedRequest(context));
    parts.index.rememberLinks(tool.server, result);
    return result;
  } finally {
    forget();
  }
}

/** The user's answer about a tool that waits for one; undefined when there is no question. */
function approval(
  parts: GatewayParts,
  tool: CatalogueTool,
  context: CallContext,
): Promise<GatewayRefusal | undefined> | undefined {
  if (findNow(parts, tool) === undefined) throw vanished(tool);
  const question = parts.options.trust.question(tool);
  return question === undefined ? undefined : askForApproval(parts, { tool, context }, question);
}

async function askForApproval(
  parts: GatewayParts,
  { tool, context }: Call,
  question: string,
): Promise<GatewayRefusal | undefined> {
  const answer = await askUser(context, question);
  const { exposedName } = tool;
  if (answer !== 'accept')
    return refuseByState(
      'TOOL_WITHHELD',
      `The user was asked to allow '${exposedName}', and did not (${answer}). ${approvalHint(tool)}`,
    );
  // What was shown is approved, and nothing that has taken its place meanwhile.
  if (findNow(parts, tool)?.refId !== tool.refId)
    return refuseByState('TOOL_WITHHELD', `'${exposedName}' changed while the user was asked about it. Call it again.`);
  await parts.options.trust.approve(tool);
  return undefined;
}

async function askUser(context: CallContext, message: string): Promise<string> {
  const requestedSchema = { type: 'object', properties: {} };
  try {
    const params = { message, requestedSchema };
    return String((await context.request('elicitation/create', params, { timeoutMs: ANSWER_TIMEOUT_MS })).action);
  } catch (error) {
    if (context.signal.aborted) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}

// People take their time.
const ANSWER_TIMEOUT_MS = 600_000;

function vanished({ exposedName, server }: CatalogueTool): GatewayError {
  return new GatewayError('TOOL_UNKNOWN', `The server '${server.slice(0, 100)}' no longer offers '${exposedName}'.`, {
    data: { name: exposedName, nearest: undefined },
  });
}
