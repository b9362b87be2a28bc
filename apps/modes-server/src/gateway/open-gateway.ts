import { type Connections, type ConnectionsOptions, createConnections } from '@modegate/mcp-host/connections';
import type { ConnectionContext, JsonObject, ProtocolServer, ToolDefinition } from '@modegate/mcp-protocol';
import {
  createGateway,
  createToolsetStore,
  createToolsetTools,
  createToolTrust,
  type Gateway,
  META_TOOL_NAMES,
  type ToolsetTools,
  type ToolTrust,
  toolsetToolNames,
} from '@modegate/tool-gateway';
import type { Log } from '../log.ts';
import { isModeUri } from '../mode-resources.ts';
import { fixedMode, type ToolContext } from '../tool-context.ts';
import { version } from '../version.ts';
import { createClientNotifications } from './client-notifications.ts';
import { createConnectedClients } from './connected-clients.ts';
import { createForwardedTools, ownTool } from './forwarded-tools.ts';
import { withClientErrors } from './gateway-wire-errors.ts';
import { metaTools } from './meta-tool-definitions.ts';
import { ownScripts } from './own-scripts.ts';
import { recordGatewayDecision } from './record-decision.ts';
import { createProblemReport } from './report-problems.ts';
import { knownToolsFile, toolsetsFile } from './state-files.ts';
import { createToolLists } from './tool-lists.ts';

/** The gateway of a modes server: what its clients see of other servers, and the way of their calls. */
export interface ModesGateway {
  readonly gateway: Gateway;
  readonly trust: ToolTrust;
  /** Resolves when the state of former runs is read; requests wait for it. */
  readonly ready: Promise<void>;
  /** Files that another process may change, such as one in which a user approves a tool. */
  readonly stateFiles: readonly string[];
  /** The server's own tools and all others that a connection is listed; the same array while nothing has changed. */
  tools(context: ConnectionContext): readonly ToolDefinition[] | Promise<readonly ToolDefinition[]>;
  /** A tool that is not listed now, but whose call says why it is refused. */
  findUnlisted(name: string): ToolDefinition | undefined;
  /** A client is there; its upstreams are started if they are not running yet. False when it has gone already. */
  enter(context: ConnectionContext): boolean;
  removeClient(context: ConnectionContext): void;
  /** A client has said something of itself. */
  notified(context: ConnectionContext, method: string, params: JsonObject): void;
  logLevelChanged(context: ConnectionContext): void;
  close(): Promise<void>;
}

/** What a gateway is opened with. */
export interface OpenGatewayOptions {
  readonly context: ToolContext;
  readonly log: Log;
  /** The variables that configurations and started servers may see. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The tools of the modes server itself. */
  readonly ownTools: readonly ToolDefinition[];
  /** The server in front, once there is one. */
  readonly server: () => ProtocolServer;
  /** How other servers are reached. Default `createConnections`. */
  readonly connect?: ((options: ConnectionsOptions) => Connections) | undefined;
}

/** Puts a gateway behind a modes server; no other server is started before a client is there. */
export function openGateway(options: OpenGatewayOptions): ModesGateway {
  const { context, log, server, ownTools } = options;
  const { settings, modes, connectionModes, now } = context;
  const connections = connectServers(options, () => gateway);
  const trust = createToolTrust({
    place: { file: knownToolsFile(settings), projectRoot: settings.projectRoot },
    settings: settings.gateway,
    now,
    onChange: () => gateway.refresh(),
    onProblem: (problem) => log.warning(problem),
  });
  const toolsets = createToolsetTools({
    store: createToolsetStore({ path: toolsetsFile(settings) }),
    projectRoot: settings.projectRoot,
    surface: settings.gateway.toolsets,
    unequipped: settings.gateway.unequipped,
    changedTools: settings.gateway.changedTools,
    now,
    gateway: () => gateway,
  });
  const notifications = createClientNotifications({ server, onLevel: (level) => gateway.logLevelChanged(level) });
  const metaNames = settings.gateway.surface === 'tools' ? [] : META_TOOL_NAMES;
  // Where no other server is configured, there is nothing to offer tools for.
  const isIdle = (): boolean => settings.gateway.enabled === 'auto' && connections.servers.length === 0;
  const report = createProblemReport(log);
  const gateway: Gateway = createGateway({
    connections,
    policy: () => modes.current.policy,
    modeOf: connectionModes.modeOf,
    mayChooseMode: fixedMode(settings) === undefined,
    reservedNames: new Set([...ownTools.map(({ name }) => name), ...META_TOOL_NAMES, ...toolsetToolNames]),
    isReservedUri: isModeUri,
    toolsets: {
      ...toolsets,
      offered: (connectionId) => (isIdle() ? [] : [...metaNames, ...toolsets.offered(connectionId)]),
    },
    trust: {
      ...trust,
      observe: (catalogue) => {
        report(catalogue);
        trust.observe(catalogue);
      },
    },
    record: (decision) => recordGatewayDecision(context, decision),
    askClient: (connectionId, question) =>
      server().request(connectionId, { ...question, timeoutMs: ANSWER_TIMEOUT_MS }),
    onListChanged: (list, connectionId) => announce(server(), list, connectionId),
    onNotification: notifications.pass,
  });
  const ready = Promise.all([trust.load(), restoreToolset(toolsets, settings.gateway.equipToolset, log)]).then(
    () => undefined,
  );
  const configuration = new Map(toolsets.all.map((tool) => [tool.name, ownTool(tool)]));
  const offered = (connectionId: string): readonly ToolDefinition[] =>
    gateway.lists(connectionId).ownTools.flatMap((name) => configuration.get(name) ?? []);
  const meta = metaTools(context, gateway, offered);
  const forwarded = createForwardedTools(gateway);
  const lists = createToolLists({
    gateway,
    ownTools,
    offerable: new Map([...configuration, ...meta.map((tool) => [tool.name, tool] as const)]),
    forwarded,
    showsUpstreams: settings.gateway.surface !== 'meta',
  });
  const clients = createConnectedClients({
    server,
    onEnter: ({ connectionId, clientCapabilities: capabilities }) => gateway.addClient({ connectionId, capabilities }),
    onLeave: (connectionId) => {
      connectionModes.forget(connectionId);
      notifications.forget(connectionId);
      lists.forget(connectionId);
      gateway.removeClient(connectionId).catch((error: unknown) => log.error('A client could not be let go', error));
    },
  });
  return {
    gateway,
    trust,
    ready,
    stateFiles: [knownToolsFile(settings)],
    tools: (connection) => {
      const { connectionId } = connection;
      if (!clients.enter(connection)) return ownTools;
      // Without a mode there is nothing to wait for.
      const starting = connectionModes.modeOf(connectionId) === undefined ? undefined : gateway.starting;
      if (starting === undefined) return lists.listed(connectionId);
      // For one that leaves meanwhile nothing is kept.
      return starting.then(() => (clients.enter(connection) ? lists.listed(connectionId) : ownTools));
    },
    findUnlisted: (name) => {
      const tool = gateway.index.catalogue.findExposed(name);
      if (tool !== undefined) return forwarded.define(gateway.show(tool));
      return isIdle() ? undefined : configuration.get(name);
    },
    enter: clients.enter,
    removeClient: ({ connectionId }) => clients.leave(connectionId),
    notified: ({ connectionId }, method, params) => gateway.notified(connectionId, method, params),
    logLevelChanged: (connection) => {
      // Before it is kept, so that it is not taken for that of a client before on the same connection.
      if (clients.enter(connection)) notifications.setLevel(connection);
    },
    close: async () => {
      await gateway.close();
      await Promise.all([trust.idle(), toolsets.idle()]);
    },
  };
}

// People take their time.
const ANSWER_TIMEOUT_MS = 600_000;

function connectServers(
  { context: { settings }, env, log, connect = createConnections }: OpenGatewayOptions,
  gateway: () => Gateway,
): Connections {
  return connect({
    entries: [],
    clientInfo: { name: 'modegate', version },
    surroundings: {
      env,
      workspaceFolder: settings.projectRoot,
      userHome: settings.homeDir,
      platform: process.platform,
    },
    ownScripts: ownScripts(),
    onRequest: (...request) => withClientErrors(() => gateway().answer(...request)),
    log: ({ server: name, level, message }) => logUpstream(log, level, `${name ?? 'servers'}: ${message}`),
  });
}

function logUpstream(log: Log, level: 'error' | 'warn' | 'info', line: string): void {
  if (level === 'error') log.error(line);
  else if (level === 'warn') log.warning(line);
  else log.debug(line);
}

async function restoreToolset(toolsets: ToolsetTools, name: string | undefined, log: Log): Promise<void> {
  const notice = await toolsets.restore(name);
  if (notice !== undefined) log.warning(notice);
}

function announce(server: ProtocolServer, list: 'tools' | 'resources' | 'prompts', connectionId: string): void {
  if (list === 'tools') server.notifyToolsChanged(connectionId);
  else if (list === 'resources') server.notifyResourcesChanged(connectionId);
  else server.notifyPromptsChanged(connectionId);
}
