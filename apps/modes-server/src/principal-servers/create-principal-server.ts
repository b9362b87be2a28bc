import type { Log } from '@modegate/cli-kit';
import type { ObserveStart, RequestContext, RequestEnd } from '@modegate/mcp-protocol';
import { createServer, type ProtocolServer, type ServerOptions, type ToolDefinition } from '@modegate/mcp-protocol';
import type { ProtocolAdapter } from '@modegate/tool-gateway';
import { type GatewayOwner, type ModesGateway, openGateway } from '../gateway/open-gateway.ts';
import { serveClients } from '../gateway/serve-clients.ts';
import { createUpstreamView } from '../gateway/upstream-view.ts';
import { gatewayInstructions, serverInstructions } from '../instructions.ts';
import { createPromptLists } from '../modes/mode-prompts.ts';
import { announceChanges, announcePrompts, modeResources } from '../modes/mode-resources.ts';
import type { ServerState } from '../server-state.ts';
import { defaultServerName, type Settings } from '../settings/settings.ts';
import { outcomeOf, subjectOf } from '../telemetry/measure-requests.ts';
import { fixedMode, type ToolContext } from '../tool-context.ts';
import { ownTools } from '../tools/own-tools.ts';
import { version } from '../version.ts';

/** A protocol server and the gateway behind it. */
export interface PrincipalServer {
  readonly server: ProtocolServer;
  /** The gateway; undefined when it is disabled. */
  readonly gateway: ModesGateway | undefined;
  close(): Promise<void>;
}

/** A principal with its own servers, and the listener that is notified of its requests. */
export interface ServerOwner extends GatewayOwner {
  /** Called when a request from the principal begins. */
  readonly onRequest: () => void;
}

/** Creates the server for a principal, or for clients that have no principal. Does not start any other server. */
export function createPrincipalServer(state: ServerState, owner?: ServerOwner): PrincipalServer {
  const { modes, log } = state;
  const gateway = state.gateway && openGateway(state, state.gateway, owner);
  const context: ToolContext = { ...state, upstreams: createUpstreamView(modes, gateway) };
  const tools = state.settings.gateway.surface === 'gateway' ? [] : ownTools(context);
  // Requests wait until the gateway knows which servers it may start.
  const ready = Promise.all([modes.ready, gateway?.ready, modes.ready.then(() => gateway?.updateServers())]);
  const options: ServerOptions = {
    ...describeServer(context, gateway !== undefined),
    ...observers(state, owner),
    tools: () => ready.then(() => tools),
    toolErrors: state.settings.toolErrors,
    onDisconnect: ({ connectionId }) => forgetConnection(state, connectionId),
    onError: (error, where) => log.error(`Unexpected error (${JSON.stringify(where)})`, error),
    logger: (line) => log.debug(line),
  };
  const server =
    gateway === undefined
      ? createServer(options)
      : serveClients(state, {
          modesGateway: gateway,
          ownTools: tools,
          serve: (adapter) =>
            createServer({
              ...options,
              ...gatewayOptions(adapter, ready),
              tools: createToolLists({ gateway, adapter, ready, tools }),
              onDisconnect: (connection) => {
                adapter.leave(connection);
                forgetConnection(state, connection.connectionId);
              },
            }),
        });
  const stop = followState(state, { server, gateway });
  return {
    server,
    gateway,
    close: async () => {
      stop();
      await server.close();
      await gateway?.close();
    },
  };
}

function describeServer(
  context: ToolContext,
  hasGateway: boolean,
): Pick<ServerOptions, 'info' | 'instructions' | 'resources' | 'prompts'> {
  const { settings, scopes, modes } = context;
  const { surface } = settings.gateway;
  const resources = modeResources(context);
  const listPrompts = createPromptLists(context);
  return {
    info: serverInfo(settings),
    instructions: (connection) =>
      surface === 'gateway'
        ? gatewayInstructions(scopes.of(connection.connectionId).mode ?? settings.mode)
        : serverInstructions(fixedMode(context, connection), { hasMetaTools: hasGateway && surface !== 'tools' }),
    resources: () => modes.ready.then(() => resources),
    prompts: (connection) => modes.ready.then(() => listPrompts(connection)),
  };
}

function serverInfo({ serverName, serverVersion = version, serverDescription }: Settings): ServerOptions['info'] {
  return {
    name: serverName,
    title: serverName === defaultServerName ? 'Modegate modes' : serverName,
    version: serverVersion,
    ...(serverDescription === undefined ? {} : { description: serverDescription }),
  };
}

function forgetConnection({ connectionModes, scopes }: ServerState, connectionId: string): void {
  connectionModes.forget(connectionId);
  scopes.forget(connectionId);
}

/** Updates servers, lists and clients when the state changes; returns a function that stops these updates. */
function followState(
  { modes, events, log }: ServerState,
  { server, gateway }: Omit<PrincipalServer, 'close'>,
): () => void {
  const modesLoaded = (changed: readonly string[]): void => {
    gateway?.updateServers().catch((error: unknown) => log.error('The servers could not be updated', error));
    gateway?.gateway.refresh();
    gateway?.reportNames();
    if (changed.length > 0) announceChanges(server, changed);
  };
  const modeChanged = (connectionId: string): void => {
    if (gateway?.gateway.clients.has(connectionId)) gateway.gateway.refresh(connectionId);
  };
  const promptsChanged = (): void => announcePrompts(server, modes.current);
  const permissionsChanged = (): void => gateway?.gateway.refresh();
  events.on('modesLoaded', modesLoaded).on('modeChanged', modeChanged);
  events.on('promptsChanged', promptsChanged).on('permissionsChanged', permissionsChanged);
  gateway?.gateway.onEvent((event) => {
    // No servers exist before the modes are loaded.
    if (event.type === 'catalogue' && event.catalogue.servers.length > 0) promptsChanged();
  });
  return () => {
    events.off('modesLoaded', modesLoaded).off('modeChanged', modeChanged);
    events.off('promptsChanged', promptsChanged).off('permissionsChanged', permissionsChanged);
  };
}

/** Observes requests. A response waits until the audit trail has recorded its request. */
function observers(
  { settings, log, measures, audit }: ServerState,
  owner: ServerOwner | undefined,
): Partial<ServerOptions> {
  const requestLog = settings.logLevel === 'DEBUG' ? logRequests(log) : undefined;
  return {
    ...((owner ?? requestLog ?? measures) !== undefined && {
      onRequestStart: (start) => {
        owner?.onRequest();
        requestLog?.started(start);
        measures?.started(start);
      },
    }),
    ...((requestLog ?? audit) !== undefined && {
      onRequestEnd: (end) => {
        requestLog?.ended(end);
        return audit?.ended(end);
      },
    }),
  };
}

/**
 * By then, the configuration has been read and initialize has been answered. If the configuration could not be read,
 * requests are answered with the reason.
 */
function gatewayOptions({ forwarding, ...adapter }: ProtocolAdapter, ready: Promise<unknown>): Partial<ServerOptions> {
  // By then, the configuration has been read and initialize has been answered. If the configuration could not be read,
  // requests receive the reason.
  const whenReady = (work: () => unknown): void => void ready.then(work).catch(() => undefined);
  return {
    forwarding: {
      list: (list, context) => ready.then(() => forwarding.list(list, context)),
      request: (method, params, context) => ready.then(() => forwarding.request(method, params, context)),
    },
    findUnlistedTool: adapter.findUnlisted,
    onToolsListed: adapter.listed,
    onNotification: (notification) => {
      if (notification.method === 'notifications/initialized') whenReady(() => adapter.enter(notification.context));
      else adapter.notified(notification);
    },
    onLogLevel: (context) => whenReady(() => adapter.logLevelChanged(context)),
  };
}

interface ToolListOptions {
  readonly gateway: ModesGateway;
  readonly adapter: ProtocolAdapter;
  readonly ready: Promise<unknown>;
  readonly tools: readonly ToolDefinition[];
}

/**
 * Lists tools through the gateway; while no other server is configured, only the first list for each client goes
 * through the gateway.
 */
function createToolLists({ gateway, adapter, ready, tools }: ToolListOptions): NonNullable<ServerOptions['tools']> {
  // Each client of a session introduces itself with its own object.
  const entered = new WeakSet<object>();
  return (connection) =>
    ready.then(() => {
      const { client } = connection;
      if (client !== undefined && entered.has(client) && gateway.isIdle()) return tools;
      if (client !== undefined) entered.add(client);
      return adapter.tools(connection);
    });
}

/**
 * For each request, logs a line at DEBUG level with the method, the name of the tool or prompt, the outcome and the
 * duration.
 */
function logRequests(log: Pick<Log, 'debug'>) {
  const startedAt = new WeakMap<RequestContext, number>();
  return {
    started: ({ context }: Parameters<ObserveStart>[0]): void => void startedAt.set(context, performance.now()),
    ended: (end: RequestEnd): void => {
      const { method, context } = end;
      const started = startedAt.get(context);
      // A request refused before its turn has no start time.
      const duration = started === undefined ? '' : ` in ${(performance.now() - started).toFixed(1)} ms`;
      const subject = subjectOf(context)?.slice(0, MAX_NAME_LENGTH);
      log.debug(`Request: ${method}${subject === undefined ? '' : ` ${subject}`}: ${outcomeOf(end)}${duration}`);
    },
  };
}

const MAX_NAME_LENGTH = 200;
