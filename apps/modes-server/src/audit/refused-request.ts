import { isJsonObject, type JsonObject } from '@modegate/json';
import { type RequestEnd, readWireFailure } from '@modegate/mcp-protocol';
import type { RuleReference } from '@modegate/mode-core';
import type { Session } from '@modegate/session-store';
import type { GatewayError } from '@modegate/tool-gateway';
import { describeDecidingRule } from '../modes/describe-rule.ts';
import type { ConnectionModes } from '../sessions/connection-modes.ts';
import type { AuditedDecision } from './audited-decision.ts';

/** Access to the session and mode of a refused request. */
export interface RefusedRequestSources {
  /**
   * Returns a session without treating this access as a use of the session; undefined if the session does not exist.
   */
  readonly findIfPresent: (sessionId: string) => Promise<Session | undefined>;
  readonly connectionModes: Pick<ConnectionModes, 'modeOf' | 'sessionOf'>;
  /** True if arguments are recorded. */
  readonly recordsArguments: boolean;
}

/** Describes a request that failed without a decision. */
export async function describeRefusedRequest(
  { findIfPresent, connectionModes, recordsArguments }: RefusedRequestSources,
  end: RequestEnd,
): Promise<AuditedDecision> {
  const { context, method } = end;
  const { params, connectionId } = context;
  const args = method === 'tools/call' && isJsonObject(params.arguments) ? params.arguments : {};
  const named = text(args.session_id) ?? text(args.parent_session_id) ?? connectionModes.sessionOf(connectionId);
  const session = named === undefined ? undefined : await findIfPresent(named);
  return {
    session_id: named ?? null,
    task_id: session?.task.id ?? null,
    connection_id: connectionId,
    mode: session?.task.mode ?? connectionModes.modeOf(connectionId) ?? null,
    ...describeSubject(method, params, args),
    requested_mode: text(args.mode_slug) ?? text(args.new_mode_slug),
    ...describeReason(end),
    allowed: false,
    ...(recordsArguments ? { arguments: method === 'tools/call' ? params.arguments : params } : {}),
  };
}

function describeSubject(
  method: string,
  { name, uri, ref }: JsonObject,
  args: JsonObject,
): Pick<AuditedDecision, 'tool' | 'mcp_tool' | 'mcp_resource'> {
  const called = method === 'tools/call' ? text(name) : undefined;
  if (called === 'call_tool' || called === 'describe_tool') return { tool: called, mcp_tool: text(args.name) };
  if (called !== undefined) return { tool: called };
  const named = isJsonObject(ref) ? (text(ref.uri) ?? text(ref.name)) : (text(uri) ?? text(name));
  return { tool: method, mcp_resource: named };
}

function describeReason(end: RequestEnd) {
  if (end.cancelled)
    return { code: 'CANCELLED', reason: 'The request was cancelled before it was answered.', rule: null };
  if (end.kind === 'result') {
    const [content] = Array.isArray(end.result.content) ? (end.result.content as readonly unknown[]) : [];
    const reason = isJsonObject(content) ? text(content.text) : undefined;
    return { code: 'TOOL_FAILED', reason: reason ?? 'The tool returned an error.', rule: null };
  }
  const refused = refusalBehind(end.thrown);
  const failure = readWireFailure(end.thrown);
  const reason = end.thrown instanceof Error ? end.thrown.message : String(end.thrown);
  if (refused !== undefined) {
    const { refusal, server } = refused;
    return {
      code: refusal.code,
      reason,
      rule: refusal.by ? describeDecidingRule(refusal.by) : null,
      mcp_server: server,
    };
  }
  const { code, rule } = failure?.data ?? {};
  return {
    code: text(code) ?? failure?.name ?? 'INTERNAL_ERROR',
    reason,
    rule: isRule(rule) ? describeDecidingRule(rule) : null,
  };
}

/** Finds a refusal by the gateway among the causes of an error. */
function refusalBehind(thrown: unknown): GatewayError<'REFUSED'>['data'] | undefined {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 4; error = error.cause, depth++) {
    if (error.name === 'GatewayError' && 'code' in error && error.code === 'REFUSED')
      return (error as GatewayError<'REFUSED'>).data;
  }
  return undefined;
}

function isRule(value: unknown): value is RuleReference {
  return isJsonObject(value) && typeof value.layer === 'string' && typeof value.pointer === 'string';
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
