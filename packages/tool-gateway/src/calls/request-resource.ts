import { isJsonObject, type JsonObject } from '@modegate/json';
import type { ForwardedMethod } from '@modegate/mcp-protocol';
import type { ClientRequest } from '../clients/client-request.ts';
import type { AccessContext } from '../decisions/access-context.ts';
import { judgeServer, mayFollow, mayRead } from '../decisions/judge.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import { isConnected, whenConnected } from '../upstreams/when-connected.ts';
import { forwardIfAllowed } from './forward-if-allowed.ts';
import { sendUpstream, upstreamOptions, upstreamParams } from './upstream-request.ts';

/** A request for a resource, a prompt or a completion that may belong to a server. */
export interface UpstreamResourceRequest {
  readonly method: ForwardedMethod;
  readonly params: JsonObject;
  readonly request: ClientRequest;
}

/**
 * Finds the server for a request, then checks, records and forwards the request; undefined if no server offers the
 * target.
 *
 * @throws {GatewayError} REFUSED if the mode denies every server that offers the target.
 */
export async function requestResource(
  parts: GatewayParts,
  asked: UpstreamResourceRequest,
): Promise<JsonObject | undefined> {
  if (asked.method === 'resources/unsubscribe') return unsubscribe(parts, asked);
  const first = findTarget(parts, asked);
  if (first === undefined) return undefined;
  const { request, params } = asked;
  return forwardIfAllowed(parts, {
    request,
    readSession: undefined,
    tool: 'access_mcp_resource',
    params,
    canAsk: ASKING.has(asked.method),
    judge: (access) => {
      const target = findTarget(parts, asked) ?? first;
      const server = pickServer(access, target.servers);
      const { subject } = target;
      return { target, server, subject, shownName: subject, decision: judgeServer(access, server) };
    },
    prepare: ({ server }) => whenConnected(parts.connections, server, request),
    forward: ({ target, server }, recheck) =>
      asked.method === 'resources/subscribe'
        ? subscribe(parts, asked, { target, server, recheck })
        : send(parts, asked, { target, server, recheck }),
  });
}

// Completions are requested on each key press, and subscriptions continue without further requests.
const ASKING: ReadonlySet<ForwardedMethod> = new Set(['resources/read', 'prompts/get']);

interface Destination {
  readonly target: Target;
  readonly server: string;
  readonly recheck: () => Promise<void>;
}

function send(
  parts: GatewayParts,
  { method, request }: UpstreamResourceRequest,
  { target, server, recheck }: Destination,
): Promise<JsonObject> {
  const own = upstreamParams(request);
  const params = target.rename === undefined ? own : target.rename(own);
  return sendUpstream(parts, { server, method, params, from: request }, recheck);
}

// The subscription is registered before the request is sent, so that none remains if the client leaves or unsubscribes
// in the meantime.
async function subscribe(parts: GatewayParts, asked: UpstreamResourceRequest, to: Destination): Promise<JsonObject> {
  const { subscriptions } = parts;
  const { connectionId } = asked.request;
  const isNew = subscriptions.add(to.server, to.target.subject, connectionId);
  try {
    return await send(parts, asked, to);
  } catch (error) {
    if (isNew) subscriptions.remove(to.server, to.target.subject, connectionId);
    throw error;
  }
}

/**
 * Unsubscribes. A client may do so even if it can no longer read the resource, and regardless of which server now lists
 * the resource.
 */
async function unsubscribe(
  parts: GatewayParts,
  { method, params, request }: UpstreamResourceRequest,
): Promise<JsonObject | undefined> {
  const { subscriptions, connections } = parts;
  const uri = String(params.uri);
  const servers = subscriptions.serversOf(uri, request.connectionId);
  if (servers.length === 0) return undefined;
  // An upstream may have other subscribers, and a restarted upstream has no subscriptions.
  request.releaseSlot();
  const left = servers.filter((server) => subscriptions.remove(server, uri, request.connectionId));
  const asked = left
    .filter((server) => isConnected(connections, server))
    .map((server) => connections.request(server, method, upstreamParams(request), upstreamOptions(request)));
  const [result = {}] = await Promise.all(asked);
  return result;
}

interface Target {
  /** Candidate servers, the best one first; at least one. */
  readonly servers: readonly string[];
  readonly subject: string;
  /** Replaces the exposed name with the upstream's own name. */
  readonly rename?: (params: JsonObject) => JsonObject;
}

function findTarget(parts: GatewayParts, { method, params }: UpstreamResourceRequest): Target | undefined {
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

// If several servers have the same URI, selects a server that the mode allows, preferably one that requires no consent;
// otherwise, selects the first server, which is needed for the refusal.
function pickServer(access: AccessContext, servers: readonly string[]): string {
  const preferred = servers.find((server) => mayFollow(access, server));
  return preferred ?? servers.find((server) => mayRead(access, server)) ?? servers[0] ?? '';
}
