import { createServer, type PromptDefinition, type ProtocolServer, type ServerOptions } from '@modegate/mcp-protocol';
import type { Log } from '@modegate/program-shell';
import type { Project } from '@modegate/project';
import { createMemoryStore, createSessions, type Sessions } from '@modegate/session-store';
import { createAskUser, type GatewayFront } from '@modegate/tool-gateway';
import type { AuditLog } from './audit-log.ts';
import { type ModesGateway, type OpenGatewayOptions, openGateway } from './gateway/open-gateway.ts';
import { serverInstructions } from './instructions.ts';
import { modePrompts } from './modes/mode-prompts.ts';
import { modeResources, modeUris } from './modes/mode-resources.ts';
import { createModesState, type ModesState } from './modes/modes-state.ts';
import { createConnectionModes } from './sessions/connection-modes.ts';
import { reviewSessions } from './sessions/review-sessions.ts';
import type { Settings } from './settings/settings.ts';
import { fixedMode, type ToolContext } from './tool-context.ts';
import { completeTaskTool } from './tools/complete-task.ts';
import { createTaskTool } from './tools/create-task.ts';
import { getModeInfoTool } from './tools/get-mode-info.ts';
import { getTaskInfoTool } from './tools/get-task-info.ts';
import { listModesTool } from './tools/list-modes.ts';
import { switchModeTool } from './tools/switch-mode.ts';
import { validateToolUseTool } from './tools/validate-tool-use.ts';
import { version } from './version.ts';

/** What a modes server needs from outside. */
export interface ModesServerOptions {
  readonly settings: Settings;
  readonly log: Log;
  readonly audit?: AuditLog | undefined;
  /** How failed tool calls are answered. Default `result`. */
  readonly toolErrors?: 'result' | 'jsonrpc';
  /** Epoch milliseconds. Default `Date.now`. */
  readonly now?: () => number;
  /** The variables that server configurations and started servers may see. Default: none. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** How other servers are reached. Default `createConnections`. */
  readonly connect?: OpenGatewayOptions['connect'];
}

/** A modes server that may be connected to a transport; requests wait until the modes are loaded, the handshake does not. */
export interface ModesServer {
  readonly server: ProtocolServer;
  readonly modes: ModesState;
  readonly sessions: Sessions;
  /** Undefined when it is switched off. */
  readonly gateway: ModesGateway | undefined;
  /** Removes expired sessions; connections that worked in one no longer have its mode. */
  readonly sweep: () => Promise<void>;
}

/** Begins to load the modes and builds the server over them. Starts no timer, no watcher and no transport. */
export function createModesServer(options: ModesServerOptions): ModesServer {
  const { settings, log, now = Date.now } = options;
  const onLoad = (changed: readonly string[]): void => {
    gateway?.useServers(modes.current.servers).catch((error: unknown) => {
      log.error('The servers could not be brought up to date', error);
    });
    gateway?.gateway.refresh();
    if (changed.length === 0) return;
    announceChanges(server, changed);
    log.info(`The modes have changed: ${changed.join(', ')}`);
  };
  const modes = createModesState(settings, onLoad, { now, env: options.env });
  const sessions = createSessions({
    store: createMemoryStore(),
    clock: now,
    ttlMs: settings.sessionTimeoutMs,
    limits: sessionLimits,
    modeExists: (slug) => modes.current.policy.modes.some((mode) => mode.config.slug === slug),
  });
  const connectionModes = createConnectionModes({
    initial: settings.mode,
    needsConsent: settings.gateway.modeSwitching === 'ask',
    onChange: (connectionId) => gateway?.gateway.refresh(connectionId),
  });
  const askUser = createAskUser();
  const context: ToolContext = { modes, sessions, settings, connectionModes, askUser, audit: options.audit, now };
  const toolList = tools(context);
  const resourceList = modeResources(context);
  // One list for each reading: the server compiles a list it has not seen before.
  const promptLists = new WeakMap<Project, readonly PromptDefinition[]>();
  const promptsOf = (project: Project) => {
    const prompts = promptLists.get(project) ?? modePrompts(context);
    promptLists.set(project, prompts);
    return prompts;
  };
  const { enabled, isInsideGateway } = settings.gateway;
  const gateway =
    enabled === 'off' || isInsideGateway
      ? undefined
      : openGateway({
          context,
          log,
          env: options.env ?? {},
          ownTools: toolList,
          connect: options.connect,
        });
  const ready = Promise.all([modes.ready, gateway?.ready]);
  const serve = (front?: GatewayFront): ProtocolServer =>
    createServer({
      info: {
        name: settings.serverName,
        title: 'Modegate modes',
        version: settings.serverVersion ?? version,
        ...describe(settings),
      },
      instructions: serverInstructions(fixedMode(settings)),
      tools: (connection) => ready.then(() => front?.tools(connection) ?? toolList),
      resources: () => modes.ready.then(() => resourceList),
      prompts: () => modes.ready.then(() => promptsOf(modes.current)),
      ...(options.toolErrors === undefined ? {} : { toolErrors: options.toolErrors }),
      ...(front === undefined ? {} : gatewayOptions(front, ready)),
      onDisconnect: (connection) => {
        front?.leave(connection);
        connectionModes.forget(connection.connectionId);
      },
      onError: (error, place) => log.error(`Unexpected error (${JSON.stringify(place)})`, error),
      logger: (line) => log.debug(line),
    });
  const server: ProtocolServer = gateway === undefined ? serve() : gateway.serve(serve);
  const sweep = async (): Promise<void> => {
    await sessions.sweep();
    await reviewSessions(context);
  };
  return { server, modes, sessions, gateway, sweep };
}

/** The members of a server's options by which it asks, and tells, the gateway. */
function gatewayOptions({ forwarding, ...front }: GatewayFront, ready: Promise<unknown>): Partial<ServerOptions> {
  // The configuration is read by then, and initialize has been answered. Requests tell why it could not be read.
  const whenReady = (work: () => unknown): void => void ready.then(work).catch(() => undefined);
  return {
    forwarding: {
      list: (list, context) => ready.then(() => forwarding.list(list, context)),
      request: (method, params, context) => ready.then(() => forwarding.request(method, params, context)),
    },
    findUnlistedTool: front.findUnlisted,
    onNotification: (notification) => {
      if (notification.method === 'notifications/initialized') whenReady(() => front.enter(notification.context));
      else front.notified(notification);
    },
    onLogLevel: (context) => whenReady(() => front.logLevelChanged(context)),
  };
}

// A client that only ever creates and asks stays within a few hundred megabytes.
const sessionLimits = {
  sessions: 1000,
  messages: 100,
  messageBytes: 16_384,
  switches: 100,
  decisions: 200,
  decisionBytes: 2048,
};

function tools(context: ToolContext) {
  return [
    listModesTool(context),
    getModeInfoTool(context),
    createTaskTool(context),
    switchModeTool(context),
    getTaskInfoTool(context),
    validateToolUseTool(context),
    completeTaskTool(context),
  ];
}

function describe({ serverDescription }: Settings): { readonly description?: string } {
  return serverDescription === undefined ? {} : { description: serverDescription };
}

function announceChanges(server: ProtocolServer, changed: readonly string[]): void {
  server.notifyResourcesChanged();
  server.notifyPromptsChanged();
  for (const uri of changed.flatMap(modeUris)) server.notifyResourceUpdated(uri);
}
