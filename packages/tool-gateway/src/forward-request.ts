import { admit } from './admit.ts';
import type { CallContext } from './call-context.ts';
import type { GatewayParts } from './gateway.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';
import { judgeServer, mayRead, type Standing } from './judge.ts';
import { passedParams, passedRequest } from './pass-request.ts';
import { isConnected, whenConnected } from './when-connected.ts';

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
  if (request.method === 'resources/unsubscribe') return unsubscribe(parts, request);
  const first = findTarget(parts, request);
  if (first === undefined) return undefined;
  const { context, params } = request;
  return admit(parts, {
    context,
    readSession: undefined,
    tool: 'access_mcp_resource',
    params,
    judge: (standing) => {
      const target = findTarget(parts, request) ?? first;
      const server = pickServer(standing, target.servers);
      const { subject } = target;
      return { target, server, subject, shownName: subject, decision: judgeServer(standing, server) };
    },
    prepare: ({ server }) => whenConnected(parts.options.connections, server, context),
    forward: ({ target, server }) =>
      request.method === 'resources/subscribe'
        ? subscribe(parts, request, { target, server })
        : send(parts, request, { target, server }),
  });
}

interface Destination {
  readonly target: Target;
  readonly server: string;
}

async function send(
  parts: GatewayParts,
  { method, context }: ForwardedRequest,
  { target, server }: Destination,
): Promise<JsonObject> {
  const params = target.rename === undefined ? passedParams(context) : target.rename(passedParams(context));
  const forget = parts.relay.begin(server, context);
  try {
    const result = await parts.options.connections.request(server, method, params, passedRequest(context));
    if (method === 'prompts/get') parts.index.rememberLinks(server, result);
    return result;
  } finally {
    forget();
  }
}

// Noted before it is asked for, so that a client which leaves or stops following meanwhile leaves nothing behind.
async function subscribe(parts: GatewayParts, request: ForwardedRequest, to: Destination): Promise<JsonObject> {
  const { subscriptions } = parts;
  const { connectionId } = request.context;
  const isNew = subscriptions.add(to.server, to.target.subject, connectionId);
  try {
    return await send(parts, request, to);
  } catch (error) {
    if (isNew) subscriptions.remove(to.server, to.target.subject, connectionId);
    throw error;
  }
}

/** Whoever may no longer read a resource may still stop following it, wherever it was followed and whoever lists it now. */
async function unsubscribe(
  parts: GatewayParts,
  { method, params, context }: ForwardedRequest,
): Promise<JsonObject | undefined> {
  const { subscriptions } = parts;
  const uri = String(params.uri);
  const servers = subscriptions.serversOf(uri, context.connectionId);
  if (servers.length === 0) return undefined;
  const { connections } = parts.options;
  // An upstream goes on for its other followers, and one that is gone has forgotten them all.
  const left = servers.filter((server) => subscriptions.remove(server, uri, context.connectionId));
  const asked = left
    .filter((server) => isConnected(connections, server))
    .map((server) => connections.request(server, method, passedParams(context), passedRequest(context)));
  const [result = {}] = await Promise.all(asked);
  return result;
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
function pickServer(standing: Standing, servers: readonly string[]): string {
  return servers.find((server) => mayRead(standing, server)) ?? servers[0] ?? '';
}
