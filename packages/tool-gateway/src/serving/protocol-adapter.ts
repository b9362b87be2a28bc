import type {
  ClientNotification,
  ConnectionContext,
  ProtocolServer,
  RequestForwarder,
  ToolDefinition,
} from '@modegate/mcp-protocol';
import { requestResource } from '../calls/request-resource.ts';
import { notifyServers } from '../clients/client-notifications.ts';
import { type GatewayClient, STATELESS_CAPABILITIES } from '../clients/gateway-client.ts';
import type { Gateway } from '../gateway.ts';
import { withWireErrors } from '../wire-errors.ts';
import { createConnectedClients } from './connected-clients.ts';
import { createEventDelivery } from './deliver-events.ts';
import { createListAnnouncements } from './list-announcements.ts';
import { createToolLists, type ListedTools } from './tool-lists.ts';

/** The gateway as a protocol server sees it: its lists, and the events that it receives. */
export interface ProtocolAdapter {
  /** Returns all tools for a connection; returns the same array while nothing changes. */
  tools(context: ConnectionContext): readonly ToolDefinition[] | Promise<readonly ToolDefinition[]>;
  /**
   * Finds an unlisted tool of a server or of the gateway itself; a call to the tool may explain why the call is denied.
   */
  findUnlisted(name: string): Promise<ToolDefinition | undefined>;
  /** Called when a client lists its tools. */
  listed(context: ConnectionContext): void;
  /** Forwards requests for resources, prompts and completions to servers. */
  readonly forwarding: RequestForwarder;
  /**
   * Called when a client is connected; starts the servers if necessary. Returns false if the client has disconnected.
   */
  enter(context: ConnectionContext): boolean;
  /** Called when a client has disconnected. */
  leave(context: ConnectionContext): void;
  /** Called when a client has sent a notification. */
  notified(notification: ClientNotification): void;
  logLevelChanged(context: ConnectionContext): void;
}

/** Options for {@link serveGateway}. */
export interface ServeGatewayOptions extends ListedTools {
  readonly gateway: Gateway;
  /** True if the gateway has nothing to offer, in which case its own tools are unknown too. Default: never. */
  readonly isIdle?: () => boolean;
  /** Called to release a client's resources when the client has disconnected or was replaced on its connection. */
  readonly onLeave: (connectionId: string) => void;
  /** Called with the error if a disconnected client's servers could not be released. */
  readonly onError: (error: unknown) => void;
}

/**
 * Serves a gateway with the protocol server created by `serve`. The adapter must not be used before a client is
 * connected.
 */
export function serveGateway(
  options: ServeGatewayOptions,
  serve: (front: ProtocolAdapter) => ProtocolServer,
): ProtocolServer {
  const { gateway, isIdle = () => false } = options;
  const announcing = (tool: ToolDefinition): ToolDefinition => announcements.announcing(tool);
  const announcements = createListAnnouncements({ flushNotifications: (id) => server.flushNotifications(id) });
  const ownTools = options.ownTools.map(announcing);
  const lists = createToolLists(gateway, { ...options, ownTools, gatewayTools: options.gatewayTools.map(announcing) });
  const findUpstream = (name: string): ToolDefinition | undefined => {
    const tool = gateway.index.findTool(name);
    return tool === undefined ? undefined : lists.define(gateway.shown.of(tool));
  };
  const server: ProtocolServer = serve({
    tools: (context) => {
      const { connectionId } = context;
      if (!clients.enter(context)) return ownTools;
      const starting = gateway.start.done;
      // Without a mode, there is nothing to wait for.
      if (starting === undefined || gateway.access(connectionId).mode === undefined) return lists.of(connectionId);
      // Nothing is stored for a client that disconnects in the meantime.
      return starting.then(() => (clients.enter(context) ? lists.of(connectionId) : ownTools));
    },
    findUnlisted: async (name) => {
      const found = findUpstream(name) ?? (isIdle() ? undefined : lists.findOwn(name));
      if (found !== undefined) return found;
      await gateway.start.settled;
      return findUpstream(name);
    },
    listed: ({ connectionId }) => announcements.listed(connectionId),
    forwarding: createForwarding(gateway, (context) => clients.enter(context)),
    enter: (context) => clients.enter(context),
    leave: ({ connectionId }) => clients.leave(connectionId),
    notified: (notification) => notifyServers(gateway, notification),
    logLevelChanged: (context) => {
      // Registered first, so that the level is not attributed to an earlier client on the same connection.
      if (clients.enter(context)) delivery.setLevel(context);
    },
  });
  const delivery = createEventDelivery(gateway, server);
  const clients = createConnectedClients(server, {
    onEnter: (context) => gateway.addClient(clientOf(server, context)),
    onLeave: (connectionId) => {
      options.onLeave(connectionId);
      delivery.forget(connectionId);
      lists.forget(connectionId);
      announcements.forget(connectionId);
      gateway.removeClient(connectionId).catch(options.onError);
    },
  });
  gateway.onEvent((event) => {
    if (event.type === 'list' && event.list === 'tools') announcements.changed(event.connectionId);
    delivery.deliver(event);
  });
  return server;
}

// Users need time to answer.
const ANSWER_TIMEOUT_MS = 600_000;

function clientOf(
  server: ProtocolServer,
  { connectionId, clientCapabilities, isStateless }: ConnectionContext,
): GatewayClient {
  return {
    connectionId,
    isStateless,
    capabilities: isStateless ? STATELESS_CAPABILITIES : clientCapabilities,
    ask: (question) => server.request(connectionId, { ...question, timeoutMs: ANSWER_TIMEOUT_MS }),
  };
}

function createForwarding(gateway: Gateway, enter: (context: ConnectionContext) => boolean): RequestForwarder {
  // Some clients never send `initialized`, so any request is accepted in its place.
  const isThere = async (context: ConnectionContext, waits: 'done' | 'settled'): Promise<boolean> => {
    if (!enter(context)) return false;
    await gateway.start[waits];
    return enter(context);
  };
  return {
    list: async (list, context) =>
      (await isThere(context, 'done')) ? gateway.lists.of(context.connectionId)[list] : [],
    request: async (method, params, context) => {
      if (!(await isThere(context, 'settled'))) return undefined;
      return withWireErrors(() => requestResource(gateway, { method, params, request: context }));
    },
  };
}
