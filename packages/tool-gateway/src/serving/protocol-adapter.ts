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

/** The gateway as a protocol server sees it: the questions that the server asks, and the events that it reports. */
export interface ProtocolAdapter {
  /** All tools that a connection is listed; the same array while nothing has changed. */
  tools(context: ConnectionContext): readonly ToolDefinition[] | Promise<readonly ToolDefinition[]>;
  /** A tool of a server, or of the gateway, that is not listed now and answers anyway, if only to say why it is refused. */
  findUnlisted(name: string): Promise<ToolDefinition | undefined>;
  /** A client is being listed its tools. */
  listed(context: ConnectionContext): void;
  /** Resources, prompts and completions of servers. */
  readonly forwarding: RequestForwarder;
  /** A client is there; the servers are started if they are not running yet. False when it has gone already. */
  enter(context: ConnectionContext): boolean;
  /** A client has gone. */
  leave(context: ConnectionContext): void;
  /** A client has said something about itself. */
  notified(notification: ClientNotification): void;
  logLevelChanged(context: ConnectionContext): void;
}

/** The gateway that is served, and those who want to hear of it. */
export interface ServeGatewayOptions extends ListedTools {
  readonly gateway: Gateway;
  /** Whether there is nothing to offer tools for, so that the gateway's own are unknown too. Default: never. */
  readonly isIdle?: () => boolean;
  /** Called when a client has gone, or another has taken its connection, so that what was kept for it can be dropped. */
  readonly onLeave: (connectionId: string) => void;
  /** Called with the reason why the servers of a client that has gone could not be released. */
  readonly onError: (error: unknown) => void;
}

/** Serves a gateway to the clients of the protocol server that `serve` makes; it asks the front nothing before a client is connected. */
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
      // Without a mode there is nothing to wait for.
      if (starting === undefined || gateway.access(connectionId).mode === undefined) return lists.of(connectionId);
      // For one that leaves meanwhile nothing is kept.
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
      // Before it is kept, so that it is not taken for that of a client before on the same connection.
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

// People take their time.
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
  // Some clients never say that they are initialised; asking for anything says so too.
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
