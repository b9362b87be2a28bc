import type { CallContext } from './call-context.ts';
import type { CatalogueTool } from './catalogue.ts';
import type { CallOptions, GatewayParts } from './gateway.ts';
import { type GatewayRefusal, refuseByState } from './gateway-decision.ts';
import { GatewayError } from './gateway-error.ts';
import type { JsonObject } from './json-object.ts';
import { judgeTool, type Standing } from './judge.ts';
import { passedParams, passedRequest } from './pass-request.ts';

/** A call on its way to an upstream. */
export interface Call extends CallOptions {
  readonly tool: CatalogueTool;
  readonly context: CallContext;
}

/**
 * Judges a call, records the decision, and forwards it.
 *
 * @throws {GatewayError} REFUSED.
 */
export async function forwardCall(parts: GatewayParts, call: Call): Promise<JsonObject> {
  const { tool, context } = call;
  const args = call.arguments ?? context.params.arguments;
  let standing = await admit(parts, call, args);
  if (parts.options.trust.question(tool) !== undefined) {
    await askForApproval(parts, call, standing);
    standing = await admit(parts, call, args);
  }
  const params = { ...passedParams(context), name: tool.tool, ...(args === undefined ? {} : { arguments: args }) };
  const forget = parts.relay.begin(tool.server, context);
  try {
    const request = passedRequest(context);
    const result = await parts.options.connections.request(tool.server, 'tools/call', params, request);
    parts.index.rememberLinks(tool.server, result);
    return result;
  } finally {
    forget();
  }
}

/** Judges and records; where the record takes its time, what was decided must still hold afterwards. */
async function admit(parts: GatewayParts, call: Call, args: unknown): Promise<Standing> {
  for (;;) {
    const standing = parts.standing(call.context.connectionId, call.session);
    const decision = judgeTool(standing, call.tool, args);
    const recorded = record(parts, call, { standing, decision, args });
    if (!decision.allowed) {
      await recorded;
      throw refused(call.tool, standing.mode, decision);
    }
    if (recorded === undefined) return standing;
    await recorded;
    if (isSameStanding(standing, parts.standing(call.context.connectionId, call.session))) return standing;
  }
}

function isSameStanding(before: Standing, now: Standing): boolean {
  return before.policy === now.policy && before.mode === now.mode && before.configuring === now.configuring;
}

interface Judged {
  readonly standing: Standing;
  readonly decision: ReturnType<typeof judgeTool>;
  readonly args: unknown;
}

function record({ options }: GatewayParts, call: Call, judged: Judged): Promise<void> | undefined {
  const { tool, context, session } = call;
  return options.record({
    connectionId: context.connectionId,
    sessionId: session?.sessionId,
    mode: judged.standing.mode,
    tool: 'use_mcp_tool',
    server: tool.server,
    subject: tool.tool,
    decision: judged.decision,
    params: judged.args,
  });
}

async function askForApproval(parts: GatewayParts, call: Call, standing: Standing): Promise<void> {
  const { tool, context } = call;
  const { trust } = parts.options;
  const question = trust.question(tool);
  if (question === undefined) return;
  const answer = await askUser(context, question);
  if (answer === 'accept') return trust.approve(tool);
  const why =
    answer === 'unable'
      ? `This client cannot ask its user. Approve the tool with 'modes-server tools --approve ${tool.exposedName}'.`
      : `The user did not approve it (${answer}).`;
  const refusal = refuseByState('TOOL_WITHHELD', `${question} ${why}`);
  await record(parts, call, { standing, decision: refusal, args: call.arguments ?? context.params.arguments });
  throw refused(tool, standing.mode, refusal);
}

async function askUser(context: CallContext, message: string): Promise<string> {
  if (context.clientCapabilities.elicitation === undefined) return 'unable';
  const requestedSchema = { type: 'object', properties: {} };
  const { action } = await context.request('elicitation/create', { message, requestedSchema }, { timeoutMs: 600_000 });
  return String(action);
}

function refused(tool: CatalogueTool, mode: string | undefined, refusal: GatewayRefusal): GatewayError {
  return new GatewayError('REFUSED', refusal.reason, { data: { refusal, subject: tool.exposedName, mode } });
}
