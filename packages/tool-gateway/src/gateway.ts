import type { ConnectionsEvent } from '@modegate/mcp-host/connections';
import { createKeyedSemaphore, createListeners } from '@modegate/timing';
import { MAX_UNANSWERED } from './calls/forward-if-allowed.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { createAskUser } from './clients/ask-user.ts';
import { type AccessSources, accessOf, maySeeServer } from './clients/client-access.ts';
import { type ClientListCache, createClientListCache } from './clients/client-list-cache.ts';
import type { ClientList } from './clients/client-lists.ts';
import type { GatewayClient } from './clients/gateway-client.ts';
import { createServerLogLevel, notifyClients, type ServerNotification } from './clients/server-notifications.ts';
import { createShownTools, type ShownTools } from './clients/shown-tool.ts';
import { createSubscriptions } from './clients/subscriptions.ts';
import { type ConsentOptions, createConsent } from './consent/consent.ts';
import type { GatewayParts } from './gateway-parts.ts';
import type { Upstreams } from './open-upstreams.ts';
import { createServerStart, type ServerStart } from './server-start.ts';
import type { ConfigurationMode } from './toolsets/configuration-mode.ts';
import type { Toolsets } from './toolsets/toolsets.ts';
import { instructionsOf } from './trust/known-instructions.ts';
import type { ToolTrust } from './trust/tool-trust.ts';
import { isConnected } from './upstreams/when-connected.ts';

/** Options for {@link createGateway}. */
export interface GatewayOptions extends Pick<AccessSources, 'policy' | 'modeOf' | 'taskOf' | 'openModes'> {
  readonly upstreams: Upstreams;
  readonly toolsets: Pick<Toolsets, 'whyNotEquipped' | 'annotated' | 'warning' | 'onChange'>;
  readonly configuration: Pick<ConfigurationMode, 'isConfiguring' | 'fix' | 'forget' | 'onChange'>;
  readonly trust: Omit<ToolTrust, 'approveInstructions' | 'load' | 'verdict' | 'idle'>;
  /** Returns the names of the gateway's own tools currently offered to a connection. */
  readonly ownTools: (connectionId: string) => readonly string[];
  /** Records a decision; a call waits for the returned promise. */
  readonly record: GatewayParts['record'];
  /** Contents of the questions put to people, and the function that records these questions. */
  readonly consent: ConsentOptions;
  /** Maximum time, in milliseconds, for which the first lists wait for servers to start. Default 500. */
  readonly firstListWaitMs?: number;
}

/** An event of a gateway. */
export type GatewayEvent =
  /** A client's list has changed. */
  | { readonly type: 'list'; readonly connectionId: string; readonly list: ClientList }
  /** A server sent a notification for a client. */
  | ({ readonly type: 'notification' } & ServerNotification)
  /** The servers' tools, or the problems with their definitions, have changed. */
  | { readonly type: 'catalogue'; readonly catalogue: Catalogue };

/**
 * Connects clients to upstream servers. `callTool` and `requestResource` send a client's requests through the gateway.
 */
export interface Gateway extends GatewayParts {
  /** The lists for each client. */
  readonly lists: Pick<ClientListCache, 'of'>;
  /** Tools as shown to clients. */
  readonly shown: ShownTools;
  /** The startup of the servers, for which the first lists and calls wait. */
  readonly start: Pick<ServerStart, 'done' | 'settled'>;
  /** Sets the minimum log level requested by clients; undefined if no client requests logs. */
  setLogLevel(level: string | undefined): void;
  /** Adds a client unless it has already been added; the first client makes the servers start. */
  addClient(client: GatewayClient): void;
  /**
   * Removes a client; the servers stop when the last client is removed. Resolves when the client's servers have been
   * released.
   */
  removeClient(connectionId: string): Promise<void>;
  /**
   * Recomputes the lists of one client or of all clients, and emits an event for each change; call this after a change
   * to the policy or a mode.
   */
  refresh(connectionId?: string): void;
  /** Subscribes to events; the returned function unsubscribes. */
  onEvent(listener: (event: GatewayEvent) => void): () => void;
  /** Stops all servers. */
  close(): Promise<void>;
}

/** Creates a gateway on top of upstreams. The first client makes the servers start. */
export function createGateway(options: GatewayOptions): Gateway {
  const { upstreams, toolsets, trust, record, ownTools } = options;
  const { connections, index, clients } = upstreams;
  const sources: AccessSources = { ...options, clients };
  const access: GatewayParts['access'] = (connectionId, session, capabilities) =>
    accessOf(sources, connectionId, { session, ...(capabilities === undefined ? {} : { capabilities }) });
  const events = createListeners<[GatewayEvent]>();
  const warning: ShownTools['warning'] = (tool) => trust.warning(tool) ?? toolsets.warning(tool);
  const shown = createShownTools({ annotated: toolsets.annotated, warning });
  const lists = createClientListCache({ connections, index, shown, access, ownTools }, (connectionId, list) =>
    events.emit({ type: 'list', connectionId, list }),
  );
  const subscriptions = createSubscriptions(connections, access);
  const parts: GatewayParts = {
    ...upstreams,
    trust,
    askUser: createAskUser(),
    consent: createConsent(options.consent, connections),
    subscriptions,
    concurrency: createKeyedSemaphore(MAX_UNANSWERED),
    access,
    record,
  };
  const start = createServerStart(connections, options.firstListWaitMs);
  const logLevel = createServerLogLevel(connections);
  const takeCatalogue = createCatalogueWatch(options, events.emit);
  const refresh = (connectionId?: string): void => {
    if (connectionId === undefined) takeCatalogue();
    lists.refresh(connectionId);
    subscriptions.catchUp();
  };
  const stop = followSources(options, refresh, (event) => {
    if (event.type === 'notification')
      notifyClients(event, parts, (notification) => events.emit({ type: 'notification', ...notification }));
    else if (event.type === 'state' && isConnected(connections, event.server)) {
      subscriptions.renew(event.server);
      logLevel.renew(event.server);
    }
  });
  return {
    ...parts,
    lists,
    shown,
    start,
    setLogLevel: logLevel.set,
    ...clientMethods(parts, { lists, start, configuration: options.configuration }),
    refresh,
    onEvent: events.add,
    close: async () => {
      stop();
      await connections.close();
    },
  };
}

/** Refreshes the lists after each change to their inputs; returns a function that stops this. */
function followSources(
  { upstreams, toolsets, configuration, trust }: GatewayOptions,
  refresh: (connectionId?: string) => void,
  take: (event: ConnectionsEvent) => void,
): () => void {
  const stops = [
    upstreams.connections.onEvent((event) => {
      take(event);
      if (event.type !== 'notification') refresh();
    }),
    toolsets.onChange(() => refresh()),
    configuration.onChange(refresh),
    trust.onChange(refresh),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

interface ClientParts extends Pick<GatewayOptions, 'configuration'> {
  readonly lists: ClientListCache;
  readonly start: ServerStart;
}

/** Returns the methods that add and remove clients; the first client makes the servers start. */
function clientMethods(
  { connections, index, clients, access, subscriptions }: GatewayParts,
  { lists, start, configuration }: ClientParts,
): Pick<Gateway, 'addClient' | 'removeClient'> {
  return {
    addClient: (client) => {
      const { connectionId } = client;
      if (clients.has(connectionId)) return;
      const isFirst = clients.size === 0;
      const { release } = connections.acquire(client);
      const maySee = (server: string): boolean => maySeeServer(index, access(connectionId), server);
      clients.set(connectionId, { ...client, maySee, release });
      if (client.isStateless === true) configuration.fix(connectionId);
      lists.begin(connectionId);
      if (isFirst) start.begin();
    },
    removeClient: async (connectionId) => {
      const client = clients.get(connectionId);
      clients.delete(connectionId);
      lists.forget(connectionId);
      configuration.forget(connectionId);
      subscriptions.removeClient(connectionId);
      await client?.release();
    },
  };
}

/** Records new tools and instructions, and reports each catalogue once. */
function createCatalogueWatch(
  { upstreams: { index, connections }, trust }: GatewayOptions,
  emit: (event: GatewayEvent) => void,
): () => void {
  let known: Catalogue | undefined;
  return () => {
    const { catalogue } = index;
    trust.observe(catalogue);
    trust.observeInstructions(connections.servers.flatMap(({ name, state }) => instructionsOf(name, state) ?? []));
    if (catalogue === known) return;
    known = catalogue;
    emit({ type: 'catalogue', catalogue });
  };
}
