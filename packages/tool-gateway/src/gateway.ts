import type { Connections, ConnectionsEvent } from '@modegate/mcp-host/connections';
import type { Policy } from '@modegate/mode-core';
import type { CallContext } from './call-context.ts';
import type { Catalogue, CatalogueTool } from './catalogue.ts';
import { canAskUser } from './client-abilities.ts';
import { type ClientList, type ClientLists, changedLists, keepUnchanged, noLists } from './client-lists.ts';
import { forwardCall } from './forward-call.ts';
import { type ForwardedMethod, forwardRequest } from './forward-request.ts';
import type { DecisionRecord } from './gateway-decision.ts';
import type { JsonObject } from './json-object.ts';
import { mayCall, mayRead, mayUse, type Standing } from './judge.ts';
import type { IsReservedUri } from './offered-resources.ts';
import { passLogLevel, takeNotification } from './pass-notifications.ts';
import { type AskClient, createRelay, type GatewayClient, passRootsChanged, type Relay } from './relay.ts';
import { createToolShower, type ShownTool } from './shown-tool.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';
import { createUpstreamIndex, type UpstreamIndex } from './upstream-index.ts';
import { isConnected } from './when-connected.ts';

/** What toolsets have to say about a tool; see `createToolsets`. */
export interface EquippedTools {
  /** Why the equipped set does not expose the tool; undefined when it does, or when nothing is equipped and all is shown. */
  whyNotEquipped(tool: CatalogueTool): string | undefined;
  /** The tool's definition with the set's notes; the same object while they stay the same. */
  annotated(tool: CatalogueTool): JsonObject;
  /** What is worth knowing about a tool that the set exposes although it has changed. */
  warning(tool: CatalogueTool): string | undefined;
  isConfiguring(connectionId: string): boolean;
  forget(connectionId: string): void;
  /** Names of the configuration tools that a connection is offered now. */
  offered(connectionId: string): readonly string[];
}

/** What is known of new and changed tools; see `createToolTrust`. */
export interface TrustedTools {
  /** Why the tool may not be used before somebody approves it. One that waits for a question is withheld where nobody can be asked. */
  whyWithheld(tool: CatalogueTool, client: { readonly canAsk: boolean }): string | undefined;
  /** What has changed about a tool that is used all the same. */
  warning(tool: CatalogueTool): string | undefined;
  /** The question to put to the user before the first call; undefined when there is none. */
  question(tool: CatalogueTool): string | undefined;
  approve(tool: CatalogueTool): Promise<void>;
  /** Takes note of what the upstreams list now. */
  observe(catalogue: Catalogue): void;
}

/** What a gateway is made of. */
export interface GatewayOptions {
  readonly connections: Connections;
  /** The policy of this moment. */
  readonly policy: () => Policy;
  /** The mode of a connection; undefined while it has none. */
  readonly modeOf: (connectionId: string) => string | undefined;
  /** Whether whoever asks may choose another mode. */
  readonly mayChooseMode: boolean;
  /** Names that the server has given away already. */
  readonly reservedNames: ReadonlySet<string>;
  /** Whether the server answers for a URI, or a template of URIs, itself, so that no upstream is asked. Default: for none. */
  readonly isReservedUri?: IsReservedUri | undefined;
  readonly toolsets: EquippedTools;
  readonly trust: TrustedTools;
  /** Keeps a decision; a call waits for what it returns. */
  readonly record: (decision: DecisionRecord) => Promise<void> | undefined;
  readonly askClient: AskClient;
  /** Told when a list of a client has changed. */
  readonly onListChanged: (list: ClientList, connectionId: string) => void;
  /** Told what upstreams say that is meant for a client. */
  readonly onNotification: (notification: ClientNotification) => void;
}

/** A notification of an upstream on its way to one client. */
export interface ClientNotification {
  readonly connectionId: string;
  readonly server: string;
  readonly method: string;
  readonly params: JsonObject;
  /** Of an updated resource: whether the client follows this very one, and not only others of the server. */
  readonly isFollowed: boolean;
}

/** Another standing than that of the connection, from a session that a meta-tool was given. */
export interface SessionStanding {
  readonly sessionId: string;
  readonly mode: string;
}

/** The gateway: what clients see of other servers, and the way of their calls. */
export interface Gateway {
  readonly connections: Connections;
  readonly index: UpstreamIndex;
  /**
   * Resolves when the servers that the first client started have had their first outcome, or after three seconds: what is listed
   * before is not yet whole, and many clients list once. Undefined when nothing is being waited for.
   */
  readonly starting: Promise<void> | undefined;
  addClient(client: GatewayClient): void;
  removeClient(connectionId: string): Promise<void>;
  /** What a client is shown now. */
  lists(connectionId: string): ClientLists;
  /** A tool as clients are shown it. */
  show(tool: CatalogueTool): ShownTool;
  /** What has changed about a tool that is offered all the same. */
  warning(tool: CatalogueTool): string | undefined;
  /** Whether anything of a server is open to a standing. */
  maySee(standing: Standing, server: string): boolean;
  /** Where a connection, or the session that it speaks for, stands. */
  standing(connectionId: string, session?: SessionStanding): Standing;
  /**
   * Calls an upstream's tool and resolves with its result, untouched.
   *
   * @throws {GatewayError} REFUSED, whatever way the tool was named. Errors of the upstream pass as they are.
   */
  call(tool: CatalogueTool, context: CallContext, options?: CallOptions): Promise<JsonObject>;
  /** Answers a request for resources, prompts or completions; undefined when no upstream has what it names. */
  request(method: ForwardedMethod, params: JsonObject, context: CallContext): Promise<JsonObject | undefined>;
  /** Compares what clients see with what they saw last, and tells those for whom it differs. */
  refresh(connectionId?: string): void;
  /** Takes what a client says of itself: that its roots have changed, or how far it is with an answer. */
  notified(connectionId: string, method: string, params: JsonObject): void;
  /** Clients want to hear log lines of this level and above; undefined when none wants any. */
  logLevelChanged(level: string | undefined): void;
  /** Answers what an upstream asks, by asking the client that it concerns. */
  answer: Relay['answer'];
  close(): Promise<void>;
}

/** How a call differs from what the client's request says. */
export interface CallOptions {
  /** Instead of the request's own arguments, for a meta-tool. */
  readonly arguments?: JsonObject | undefined;
  /** Reads the session whose mode decides; asked again whenever the call had to wait. Throws when there is no such session any more. */
  readonly readSession?: (() => Promise<SessionStanding>) | undefined;
}

interface Client extends GatewayClient {
  lists: ClientLists;
  readonly lease: { release(): Promise<void> };
}

// Long enough for most servers, and short enough for a client that waits for its list.
const START_WAIT_MS = 3_000;

/** Puts a gateway in front of connections. It starts none: the first client that is added does. */
export function createGateway(options: GatewayOptions): Gateway {
  const { connections, toolsets, trust, isReservedUri = () => false } = options;
  const index = createUpstreamIndex(connections, { reservedNames: options.reservedNames, isReservedUri });
  const clients = new Map<string, Client>();
  const warning = (tool: CatalogueTool): string | undefined => trust.warning(tool) ?? toolsets.warning(tool);
  const shower = createToolShower({ annotated: toolsets.annotated, warning });
  const standing = (connectionId: string, session?: SessionStanding): Standing => {
    const canAsk = canAskUser(clients.get(connectionId)?.capabilities ?? {});
    return {
      policy: options.policy(),
      sessionId: session?.sessionId,
      mode: session === undefined ? options.modeOf(connectionId) : session.mode,
      configuring: toolsets.isConfiguring(connectionId),
      mayChooseMode: options.mayChooseMode,
      whyNotEquipped: toolsets.whyNotEquipped,
      whyWithheld: (tool) => trust.whyWithheld(tool, { canAsk }),
    };
  };
  const listsNow = (connectionId: string): ClientLists => {
    const from = standing(connectionId);
    const readable = new Set(connections.servers.map(({ name }) => name).filter((name) => mayRead(from, name)));
    const offered = index.resources.filter(({ server }) => readable.has(server));
    return {
      tools: index.catalogue.tools.filter((tool) => mayCall(from, tool)).map((tool) => shower.show(tool)),
      ownTools: toolsets.offered(connectionId),
      resources: offered.flatMap(({ resources }) => resources),
      resourceTemplates: offered.flatMap(({ resourceTemplates }) => resourceTemplates),
      prompts: index.prompts.filter(({ server }) => readable.has(server)).map(({ definition }) => definition),
    };
  };
  const refreshClient = (client: Client): void => {
    const before = client.lists;
    const after = keepUnchanged(before, listsNow(client.connectionId));
    client.lists = after;
    for (const list of changedLists(before, after)) options.onListChanged(list, client.connectionId);
  };
  const refresh = (connectionId?: string): void => {
    if (connectionId === undefined) trust.observe(index.catalogue);
    for (const client of clients.values()) {
      if (connectionId === undefined || client.connectionId === connectionId) refreshClient(client);
    }
    subscriptions.catchUp();
  };
  const maySee = (from: Standing, server: string): boolean =>
    mayRead(from, server) || index.toolsOf(server).some((tool) => mayUse(from, tool));
  const clientMaySee = (connectionId: string, server: string): boolean => maySee(standing(connectionId), server);
  const clientMayRead = (connectionId: string, server: string): boolean => mayRead(standing(connectionId), server);
  const subscriptions = createSubscriptions({ connections, mayRead: clientMayRead });
  let logLevel: string | undefined;
  let starting: Promise<void> | undefined;
  const resume = (server: string): void => {
    if (!isConnected(connections, server)) return;
    subscriptions.renew(server);
    if (logLevel !== undefined) passLogLevel(connections, logLevel, server);
  };
  const relay = createRelay({ connections, clients, askClient: options.askClient, maySee: clientMaySee });
  const targets = {
    clients,
    subscriptions,
    maySee: clientMaySee,
    mayRead: clientMayRead,
    pass: options.onNotification,
  };
  const stop = connections.onEvent((event: ConnectionsEvent) => {
    if (event.type === 'notification') {
      takeNotification(event, targets);
      return;
    }
    if (event.type === 'state') resume(event.server);
    refresh();
  });
  const parts = { options, index, relay, subscriptions, standing };
  return {
    connections,
    index,
    get starting() {
      return starting;
    },
    addClient: (client) => {
      const { connectionId, capabilities } = client;
      if (clients.has(connectionId)) return;
      const isFirst = clients.size === 0;
      const lease = connections.acquire({ capabilities });
      const added = { ...client, lease, lists: noLists };
      clients.set(connectionId, added);
      // What it finds when it first asks is no change.
      added.lists = listsNow(connectionId);
      if (!isFirst) return;
      const begun = connections.settled(START_WAIT_MS).then(() => {
        // They may have been stopped and started again since.
        if (starting === begun) starting = undefined;
      });
      starting = begun;
    },
    removeClient: async (connectionId) => {
      const client = clients.get(connectionId);
      clients.delete(connectionId);
      toolsets.forget(connectionId);
      subscriptions.removeClient(connectionId);
      await client?.lease.release();
    },
    // Asked for with every call, and up to date: whatever changes a list calls refresh.
    lists: (connectionId) => clients.get(connectionId)?.lists ?? listsNow(connectionId),
    show: (tool) => shower.show(tool),
    warning,
    maySee,
    standing,
    call: (tool, context, how = {}) => forwardCall(parts, { tool, context, ...how }),
    request: (method, params, context) => forwardRequest(parts, { method, params, context }),
    refresh,
    notified: (connectionId, method, params) => {
      const client = clients.get(connectionId);
      if (client !== undefined && method === 'notifications/roots/list_changed') passRootsChanged(connections, client);
      if (method === 'notifications/progress') relay.progressed(connectionId, params);
    },
    logLevelChanged: (level) => {
      logLevel = level;
      if (level !== undefined) passLogLevel(connections, level);
    },
    answer: relay.answer,
    close: async () => {
      stop();
      await connections.close();
    },
  };
}

/** What the ways of requests share. */
export interface GatewayParts {
  readonly options: GatewayOptions;
  readonly index: UpstreamIndex;
  readonly relay: Relay;
  readonly subscriptions: Subscriptions;
  readonly standing: (connectionId: string, session?: SessionStanding) => Standing;
}
