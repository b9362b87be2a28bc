import { type Connections, createConnections } from '@modegate/mcp-host/connections';
import type { ConnectionContext, ProtocolServer, ToolDefinition } from '@modegate/mcp-protocol';
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
import { fixedMode, type ToolContext } from '../tool-context.ts';
import { version } from '../version.ts';
import { createClientLogs } from './client-logs.ts';
import { createForwardedTools, ownTool } from './forwarded-tools.ts';
import { metaTools } from './meta-tool-definitions.ts';
import { recordGatewayDecision } from './record-decision.ts';
import { knownToolsFile, toolsetsFile } from './state-files.ts';

/** The gateway of a modes server: what its clients see of other servers, and the way of their calls. */
export interface ModesGateway {
  readonly gateway: Gateway;
  readonly trust: ToolTrust;
  /** Resolves when the state of former runs is read; requests wait for it. */
  readonly ready: Promise<void>;
  /** Files that another process may change, such as one in which a user approves a tool. */
  readonly stateFiles: readonly string[];
  /** The server's own tools and all others that a connection is listed; the same array while nothing has changed. */
  tools(context: ConnectionContext): readonly ToolDefinition[];
  /** A tool that is not listed now, but whose call says why it is refused. */
  findUnlisted(name: string): ToolDefinition | undefined;
  /** A client is there; its upstreams are started if they are not running yet. */
  addClient(context: ConnectionContext): void;
  removeClient(context: ConnectionContext): void;
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
}

/** Puts a gateway behind a modes server; no other server is started before a client is there. */
export function openGateway(options: OpenGatewayOptions): ModesGateway {
  const { context, log, server } = options;
  const { settings, modes, connectionModes, now } = context;
  const { surface } = settings.gateway;
  const clientLogs = createClientLogs(server);
  const connections: Connections = createConnections({
    entries: [],
    clientInfo: { name: 'modegate', version },
    surroundings: {
      env: options.env,
      workspaceFolder: settings.projectRoot,
      userHome: settings.homeDir,
      platform: process.platform,
    },
    ownScripts: process.argv.slice(1, 2),
    onRequest: (name, method, params, request) => gateway.answer(name, method, params, request),
    log: ({ server: name, level, message }) => logUpstream(log, level, `${name ?? 'servers'}: ${message}`),
  });
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
  const gateway: Gateway = createGateway({
    connections,
    policy: () => modes.current.policy,
    modeOf: connectionModes.modeOf,
    mayChooseMode: fixedMode(settings) === undefined,
    reservedNames: new Set([...options.ownTools.map(({ name }) => name), ...META_TOOL_NAMES, ...toolsetToolNames]),
    toolsets,
    trust,
    record: (decision) => recordGatewayDecision(context, decision),
    askClient: (connectionId, question) =>
      server().request(connectionId, { ...question, timeoutMs: ANSWER_TIMEOUT_MS }),
    onListChanged: (list, connectionId) => announce(server(), list, connectionId),
    onNotification: clientLogs.pass,
  });
  const ready = Promise.all([trust.load(), restoreToolset(toolsets, settings.gateway.equipToolset, log)]).then(
    () => undefined,
  );
  const addClient = ({ connectionId, clientCapabilities: capabilities }: ConnectionContext): void =>
    gateway.addClient({ connectionId, capabilities });
  const list = createToolLists({ options, gateway, toolsets, surface });
  return {
    gateway,
    trust,
    ready,
    stateFiles: [knownToolsFile(settings)],
    tools: (connection) => {
      // Some clients never say that they are initialised; asking for the tools says so too.
      addClient(connection);
      return list.tools(connection.connectionId);
    },
    findUnlisted: list.findUnlisted,
    addClient,
    removeClient: ({ connectionId }) => {
      connectionModes.forget(connectionId);
      clientLogs.forget(connectionId);
      gateway.removeClient(connectionId).catch((error: unknown) => log.error('A client could not be let go', error));
    },
    logLevelChanged: (connection) => gateway.logLevelChanged(clientLogs.setLevel(connection)),
    close: async () => {
      await gateway.close();
      await Promise.all([trust.idle(), toolsets.idle()]);
    },
  };
}

// People take their time.
const ANSWER_TIMEOUT_MS = 600_000;

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

interface ToolListParts {
  readonly options: OpenGatewayOptions;
  readonly gateway: Gateway;
  readonly toolsets: ToolsetTools;
  readonly surface: 'tools' | 'meta' | 'both';
}

/** Keeps one array of definitions a connection for as long as nothing in it changes; the protocol compiles each array once. */
function createToolLists({ options, gateway, toolsets, surface }: ToolListParts) {
  const { context, ownTools } = options;
  const forwarded = createForwardedTools(gateway);
  const configuration = new Map(toolsets.all.map((tool) => [tool.name, ownTool(tool)]));
  const offered = (connectionId: string): readonly ToolDefinition[] =>
    gateway.lists(connectionId).ownTools.flatMap((name) => configuration.get(name) ?? []);
  const meta = surface === 'tools' ? [] : metaTools(context, gateway, offered);
  const built = new Map<string, { readonly from: readonly unknown[]; readonly tools: readonly ToolDefinition[] }>();
  const build = (connectionId: string): readonly ToolDefinition[] => {
    const upstream = surface === 'meta' ? [] : gateway.lists(connectionId).tools.map(forwarded.define);
    return [...ownTools, ...meta, ...offered(connectionId), ...upstream];
  };
  return {
    tools: (connectionId: string): readonly ToolDefinition[] => {
      if (gateway.connections.servers.length === 0 && context.settings.gateway.enabled === 'auto') return ownTools;
      const lists = gateway.lists(connectionId);
      const before = built.get(connectionId);
      if (before !== undefined && before.from[0] === lists.tools && before.from[1] === lists.ownTools)
        return before.tools;
      const tools = build(connectionId);
      built.set(connectionId, { from: [lists.tools, lists.ownTools], tools });
      return tools;
    },
    findUnlisted: (name: string): ToolDefinition | undefined => {
      const tool = gateway.index.catalogue.findExposed(name);
      return tool === undefined ? configuration.get(name) : forwarded.define(gateway.show(tool));
    },
  };
}
