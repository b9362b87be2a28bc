import { type Connections, RpcError } from '@modegate/mcp-host/connections';
import type { CallContext } from './call-context.ts';
import type { JsonObject } from './json-object.ts';

/** A client in front of the gateway. */
export interface GatewayClient {
  readonly connectionId: string;
  /** What it said it can do. */
  readonly capabilities: JsonObject;
}

/** How a question reaches a client outside of any of its requests. */
export type AskClient = (
  connectionId: string,
  question: { readonly method: string; readonly params: JsonObject; readonly signal: AbortSignal },
) => Promise<JsonObject>;

/** Hands what upstreams ask to the client that it concerns. */
export interface Relay {
  /** Keeps a call in mind while it runs: what its upstream asks meanwhile is asked of its client. Returns how to forget it. */
  begin(server: string, context: CallContext): () => void;
  /**
   * Answers an upstream's request with a client's answer.
   *
   * @throws {RpcError} -32600 when no client can be asked, or it is not clear which.
   */
  answer(
    server: string,
    method: string,
    params: JsonObject,
    options: { readonly signal: AbortSignal },
  ): Promise<JsonObject>;
}

/** What a relay is built on. */
export interface RelayOptions {
  readonly clients: ReadonlyMap<string, GatewayClient>;
  readonly askClient: AskClient;
  /** Whether a client's mode lets it use the server at all. */
  readonly maySee: (connectionId: string, server: string) => boolean;
}

// People take their time; the upstream's own limit is shorter where it matters.
const ANSWER_TIMEOUT_MS = 600_000;

const NEEDED: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};

/** Creates a relay that no call is under way in. */
export function createRelay(options: RelayOptions): Relay {
  const running = new Map<string, Set<CallContext>>();
  return {
    begin: (server, context) => {
      const contexts = running.get(server) ?? new Set();
      running.set(server, contexts);
      contexts.add(context);
      return () => contexts.delete(context);
    },
    answer: async (server, method, params, { signal }) => {
      const needed = NEEDED[method];
      if (needed === undefined) throw unreachable(server, method, `'${method}' is not passed on to clients.`);
      const context = onlyClient(running.get(server), server, method);
      if (context === undefined)
        return options.askClient(idleClient(options, { server, method, needed }), { method, params, signal });
      if (context.clientCapabilities[needed] === undefined)
        throw unreachable(server, method, `The client that is calling it did not declare '${needed}'.`);
      return context.request(method, params, { timeoutMs: ANSWER_TIMEOUT_MS });
    },
  };
}

// A question that comes while calls of two clients are under way could be meant for either, and may hold what only one should see.
function onlyClient(
  contexts: ReadonlySet<CallContext> | undefined,
  server: string,
  method: string,
): CallContext | undefined {
  const all = [...(contexts ?? [])];
  const ids = new Set(all.map(({ connectionId }) => connectionId));
  if (ids.size > 1) throw unreachable(server, method, 'Calls of more than one client are under way.');
  return all.at(-1);
}

function idleClient(
  { clients, maySee }: RelayOptions,
  question: { readonly server: string; readonly method: string; readonly needed: string },
): string {
  const { server, method, needed } = question;
  const able = [...clients.values()].filter(({ capabilities }) => capabilities[needed] !== undefined);
  if (able.length === 0) throw unreachable(server, method, `No client declared '${needed}'.`);
  // Roots are asked for while a server starts, before its client has a mode; they say only where the client works.
  const open = able.filter(({ connectionId }) => method === 'roots/list' || maySee(connectionId, server));
  const [only, other] = open;
  if (only === undefined) throw unreachable(server, method, "No client's mode allows the server.");
  if (other !== undefined) throw unreachable(server, method, 'More than one client is connected, and none is calling.');
  return only.connectionId;
}

// As MCP 2025-11-25 (client/sampling, client/elicitation) has it for what a client does not do: a refusal, not a failure.
function unreachable(server: string, method: string, why: string): RpcError {
  return new RpcError(-32_600, `Nobody can answer '${method}' of the server '${server}'. ${why}`, { method });
}

/** Passes a client's changed roots on to every upstream that was told it has roots. */
export function passRootsChanged(connections: Connections): void {
  for (const { name, state } of connections.servers) {
    if (state.status === 'connected')
      connections.notify(name, 'notifications/roots/list_changed').catch(() => undefined);
  }
}
