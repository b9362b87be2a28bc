import type { JsonObject } from '@modegate/json';
import { type AnswerServer, type Connections, RpcError, type UpstreamServer } from '@modegate/mcp-host/connections';
import type { ServerQuestions } from '@modegate/tool-gateway';
import { type ManagedServers, manageServers, type ServerResources } from './managed-servers.ts';

/**
 * Servers with one process or connection for all principals. Each server sees a single client, so the principals'
 * questions and subscriptions are separated here.
 */
export interface SharedServers extends ManagedServers {
  /**
   * Combines a principal's own connections with the shared ones. Updating and closing affect only the principal's own
   * connections.
   */
  join(own: Connections, questions: ServerQuestions): Connections;
}

/** Opens the connections to shared servers. Does not start any servers. */
export function createSharedServers(resources: ServerResources): SharedServers {
  const principals = new Set<ServerQuestions>();
  const servers = manageServers(resources, { principalId: undefined, answer: askOnlyCaller(principals) });
  const { connections } = servers;
  const subscribers = createSubscribers();
  const isShared = (server: string): boolean => connections.servers.some(({ name }) => name === server);
  return {
    ...servers,
    join: (own, questions) => {
      principals.add(questions);
      const listServers = joinLists(own, connections);
      const of = (server: string): Connections => (isShared(server) ? connections : own);
      return {
        get servers() {
          return listServers();
        },
        acquire: (client) => {
          const references = [own.acquire(client), connections.acquire(client)];
          return { release: async () => void (await Promise.all(references.map((reference) => reference.release()))) };
        },
        settled: async (...limits) =>
          void (await Promise.all([own.settled(...limits), connections.settled(...limits)])),
        update: own.update,
        request: (...[server, method, params, options]) => {
          if (!isShared(server)) return own.request(server, method, params, options);
          if (!subscribers.mustForward(questions, { server, method, params })) return Promise.resolve({});
          return connections.request(server, method, params, options);
        },
        refreshStaleLists: () => {
          own.refreshStaleLists();
          connections.refreshStaleLists();
        },
        notify: (server, ...notification) => of(server).notify(server, ...notification),
        onEvent: (listener) => {
          const stops = [own.onEvent(listener), connections.onEvent(listener)];
          return () => {
            for (const stop of stops) stop();
          };
        },
        restart: (server) => of(server).restart(server),
        close: async (options) => {
          for (const { server, params } of subscribers.leave(questions))
            connections.request(server, 'resources/unsubscribe', params).catch(() => undefined);
          // The principal is considered a possible caller until its connections are closed.
          await own.close(options).finally(() => principals.delete(questions));
        },
      };
    },
  };
}

const INVALID_REQUEST = -32_600;

/**
 * Passes a question to the principal whose call is in progress, if there is exactly one; otherwise the recipient would
 * be ambiguous.
 */
function askOnlyCaller(principals: ReadonlySet<ServerQuestions>): AnswerServer {
  return async (...[server, method, params, options]) => {
    const [calling, other] = [...principals].filter((questions) => questions.isCalling(server));
    if (calling !== undefined && other === undefined) return calling.answer(server, method, params, options);
    const why = calling === undefined ? 'No call is active.' : 'Calls from more than one principal are active.';
    throw new RpcError(
      INVALID_REQUEST,
      `No client can answer '${method.slice(0, 100)}' from the shared server '${server.slice(0, 100)}'. ${why}`,
      { method },
    );
  };
}

interface ResourceRequest {
  readonly server: string;
  readonly method: string;
  readonly params: JsonObject | undefined;
}

/**
 * Counts the principals that have subscribed to each resource, so that the subscription with the resource's server is
 * cancelled only when the last principal's subscription ends.
 */
function createSubscribers() {
  const all = new Map<string, Set<ServerQuestions>>();
  const keyOf = ({ server, params }: ResourceRequest): string => JSON.stringify([server, params?.uri]);
  const remove = (key: string, principal: ServerQuestions): boolean => {
    const left = all.get(key);
    left?.delete(principal);
    return left === undefined || (left.size === 0 && all.delete(key));
  };
  return {
    /** False if other subscriptions make forwarding unnecessary. */
    mustForward: (principal: ServerQuestions, request: ResourceRequest): boolean => {
      const key = keyOf(request);
      if (request.method === 'resources/unsubscribe') return remove(key, principal);
      // The request is forwarded every time, because a restarted server no longer has the subscription.
      if (request.method === 'resources/subscribe') all.set(key, (all.get(key) ?? new Set()).add(principal));
      return true;
    },
    /** Ends all subscriptions of a principal; returns the subscriptions that no other principal shares. */
    leave: (principal: ServerQuestions) =>
      [...all].flatMap(([key, principals]) => {
        if (!principals.has(principal) || !remove(key, principal)) return [];
        const [server, uri] = JSON.parse(key);
        return [{ server, params: { uri } }];
      }),
  };
}

/** Lists both sets of servers; returns the same array until either set changes. */
function joinLists(own: Connections, shared: Connections): () => readonly UpstreamServer[] {
  let last: { readonly own: unknown; readonly shared: unknown; readonly all: readonly UpstreamServer[] } | undefined;
  return () => {
    if (last?.own !== own.servers || last.shared !== shared.servers) {
      const all = [...own.servers, ...shared.servers].sort((one, other) => (one.name < other.name ? -1 : 1));
      last = { own: own.servers, shared: shared.servers, all };
    }
    return last.all;
  };
}
