import { type AnswerServer, type Connections, RpcError } from '@modegate/mcp-host/connections';
import type { CallContext } from './call-context.ts';
import { findMissingAbility } from './client-abilities.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';
import { createRelayedProgress, type RelayedProgress } from './relayed-progress.ts';

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
   * @throws {RpcError} -32600 when no client can be asked, or it is not clear which; -32601 for a method that is for no client.
   */
  readonly answer: AnswerServer;
  /** Takes a client's progress with an answer that an upstream waits for. */
  readonly progressed: RelayedProgress['progressed'];
}

/** What a relay is built on. */
export interface RelayOptions {
  readonly connections: Connections;
  readonly clients: ReadonlyMap<string, GatewayClient>;
  readonly askClient: AskClient;
  /** Whether a client's mode lets it use the server at all. */
  readonly maySee: (connectionId: string, server: string) => boolean;
}

// People take their time; the upstream's own limit is shorter where it matters.
const ANSWER_TIMEOUT_MS = 600_000;

const METHODS: ReadonlySet<string> = new Set(['sampling/createMessage', 'elicitation/create', 'roots/list']);

/** Creates a relay that no call is under way in. */
export function createRelay(options: RelayOptions): Relay {
  const running = new Map<string, Set<CallContext>>();
  const progress = createRelayedProgress(options.connections);
  return {
    begin: (server, context) => {
      const contexts = running.get(server) ?? new Set();
      running.set(server, contexts);
      contexts.add(context);
      return () => {
        contexts.delete(context);
        if (contexts.size === 0 && running.get(server) === contexts) running.delete(server);
      };
    },
    answer: async (...[server, method, params, { signal }]) => {
      const question: Question = { server, method, params };
      if (!METHODS.has(method))
        throw new RpcError(METHOD_NOT_FOUND, `'${method.slice(0, 100)}' is not passed on to clients.`, { method });
      const context = onlyClient(running.get(server), question);
      const connectionId = context?.connectionId ?? idleClient(options, question);
      const passed = progress.begin(server, connectionId, params);
      try {
        if (context === undefined)
          return await options.askClient(connectionId, { method, params: passed.params, signal });
        return await context.request(method, passed.params, { timeoutMs: ANSWER_TIMEOUT_MS, signal });
      } finally {
        passed.end();
      }
    },
    progressed: progress.progressed,
  };
}

interface Question {
  readonly server: string;
  readonly method: string;
  readonly params: JsonObject;
}

// A question that comes while calls of two clients are under way could be meant for either, and may hold what only one should see.
function onlyClient(contexts: ReadonlySet<CallContext> | undefined, question: Question): CallContext | undefined {
  const all = [...(contexts ?? [])];
  const ids = new Set(all.map(({ connectionId }) => connectionId));
  if (ids.size > 1) throw unreachable(question, 'Calls of more than one client are under way.');
  const context = all.at(-1);
  if (context === undefined) return undefined;
  const missing = findMissingAbility(question.method, question.params, context.clientCapabilities);
  if (missing !== undefined) throw unreachable(question, `The client that is calling it did not declare '${missing}'.`);
  return context;
}

function idleClient({ clients, maySee }: RelayOptions, question: Question): string {
  const { server, method, params } = question;
  const all = [...clients.values()];
  const able = all.filter(({ capabilities }) => findMissingAbility(method, params, capabilities) === undefined);
  if (able.length === 0) throw unreachable(question, 'No client declared that it can.');
  // Roots are asked for while a server starts, before its client has a mode; they say only where the client works.
  const open = able.filter(({ connectionId }) => method === 'roots/list' || maySee(connectionId, server));
  const [only, other] = open;
  if (only === undefined) throw unreachable(question, "No client's mode allows the server.");
  if (other !== undefined) throw unreachable(question, 'More than one client is connected, and none is calling.');
  return only.connectionId;
}

const METHOD_NOT_FOUND = -32_601;

// As MCP 2025-11-25 (client/sampling, client/elicitation) has it for what a client does not do: a refusal, not a failure.
function unreachable({ server, method }: Question, why: string): RpcError {
  return new RpcError(-32_600, `Nobody can answer '${method}' of the server '${server}'. ${why}`, { method });
}

/** Passes a client's changed roots on to every upstream that is connected, if the client has roots. */
export function passRootsChanged(
  connections: Connections,
  { capabilities }: Pick<GatewayClient, 'capabilities'>,
): void {
  if (!isJsonObject(capabilities.roots)) return;
  for (const { name, state } of connections.servers) {
    if (state.status === 'connected')
      connections.notify(name, 'notifications/roots/list_changed').catch(() => undefined);
  }
}
