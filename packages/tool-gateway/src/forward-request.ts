import type { CallContext } from './call-context.ts';
import type { GatewayParts } from './gateway.ts';
import type { DecisionRecord } from './gateway-decision.ts';
import { GatewayError } from './gateway-error.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';
import { judgeServer, mayRead } from './judge.ts';
import { passedParams, passedRequest } from './pass-request.ts';

/** The requests beside tool calls that may belong to an upstream. */
export type ForwardedMethod =
  | 'resources/read'
  | 'resources/subscribe'
  | 'resources/unsubscribe'
  | 'prompts/get'
  | 'completion/complete';

/** A request on its way to an upstream. */
export interface ForwardedRequest {
  readonly method: ForwardedMethod;
  readonly params: JsonObject;
  readonly context: CallContext;
}

/**
 * Finds the upstream that a request is for, judges, records and forwards it; undefined when no upstream has what it names.
 *
 * @throws {GatewayError} REFUSED when the mode denies every upstream that has it.
 */
export async function forwardRequest(parts: GatewayParts, request: ForwardedRequest): Promise<JsonObject | undefined> {
  const found = findTarget(parts, request);
  if (found === undefined) return undefined;
  const { context, method } = request;
  const server = pickServer(parts, context, found.servers);
  // Whoever may no longer read a resource may still stop following it.
  if (method !== 'resources/unsubscribe') await admit(parts, request, { server, subject: found.subject });
  else if (!parts.subscriptions.remove(server, found.subject, context.connectionId)) return {};
  const params = found.rename === undefined ? passedParams(context) : found.rename(passedParams(context));
  const forget = parts.relay.begin(server, context);
  try {
    const result = await parts.options.connections.request(server, method, params, passedRequest(context));
    if (method === 'resources/subscribe') parts.subscriptions.add(server, found.subject, context.connectionId);
    return result;
  } finally {
    forget();
  }
}

interface Target {
  /** The servers that may have it, best first; at least one. */
  readonly servers: readonly string[];
  readonly subject: string;
  /** Puts the upstream's own name in the place of the exposed one. */
  readonly rename?: (params: JsonObject) => JsonObject;
}

function findTarget(parts: GatewayParts, { method, params }: ForwardedRequest): Target | undefined {
  if (method === 'prompts/get') return promptTarget(parts, params.name, (own, name) => ({ ...own, name }));
  if (method !== 'completion/complete') return uriTarget(parts.index.routes.serversOf(String(params.uri)), params.uri);
  const { ref } = params;
  if (!isJsonObject(ref)) return undefined;
  if (ref.type === 'ref/prompt')
    return promptTarget(parts, ref.name, (own, name) => ({ ...own, ref: { ...ref, name } }));
  if (ref.type !== 'ref/resource') return undefined;
  const listed = parts.index.routes.serversOfTemplate(String(ref.uri));
  return uriTarget(listed.length > 0 ? listed : parts.index.routes.serversOf(String(ref.uri)), ref.uri);
}

function promptTarget(
  { index }: GatewayParts,
  exposedName: unknown,
  rename: (params: JsonObject, name: string) => JsonObject,
): Target | undefined {
  const prompt = typeof exposedName === 'string' ? index.findPrompt(exposedName) : undefined;
  if (prompt === undefined) return undefined;
  return { servers: [prompt.server], subject: prompt.prompt, rename: (params) => rename(params, prompt.prompt) };
}

function uriTarget(servers: readonly string[], uri: unknown): Target | undefined {
  return typeof uri === 'string' && servers.length > 0 ? { servers, subject: uri } : undefined;
}

// Where several servers have a URI, one that the mode allows; otherwise the refusal names the first.
function pickServer(parts: GatewayParts, { connectionId }: CallContext, servers: readonly string[]): string {
  const standing = parts.standing(connectionId);
  return servers.find((server) => mayRead(standing, server)) ?? servers[0] ?? '';
}

async function admit(
  parts: GatewayParts,
  { context, params }: ForwardedRequest,
  { server, subject }: Pick<DecisionRecord, 'server' | 'subject'>,
): Promise<void> {
  const { connectionId } = context;
  for (;;) {
    const standing = parts.standing(connectionId);
    const decision = judgeServer(standing, server);
    const { mode } = standing;
    const entry = { connectionId, sessionId: undefined, mode, server, subject, decision, params } as const;
    const recorded = parts.options.record({ ...entry, tool: 'access_mcp_resource' });
    if (!decision.allowed) {
      await recorded;
      throw new GatewayError('REFUSED', decision.reason, { data: { refusal: decision, subject, mode } });
    }
    if (recorded === undefined) return;
    await recorded;
    // The record may take its time; what was decided must still hold.
    const now = parts.standing(connectionId);
    if (now.policy === standing.policy && now.mode === mode) return;
  }
}
