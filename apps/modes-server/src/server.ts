import {
  createServer,
  type PromptDefinition,
  type ProtocolServer,
  type ServerOptions,
  type ToolDefinition,
} from '@modegate/mcp-protocol';
import type { Log } from '@modegate/program-shell';
import type { AuditLog } from '@modegate/program-shell/audit';
import type { Project } from '@modegate/project';
import {
  createMemoryStore,
  createSessions,
  type Sessions,
  type SessionsOptions,
  type Store,
  type SweepOptions,
} from '@modegate/session-store';
import type { Telemetry } from '@modegate/telemetry/sdk';
import { createAskUser, type GatewayFront } from '@modegate/tool-gateway';
import { createAuditTrail } from './audit/audit-trail.ts';
import { type ModesGateway, type OpenGatewayOptions, openGateway } from './gateway/open-gateway.ts';
import { createOtherServers } from './gateway/other-servers.ts';
import { gatewayInstructions, serverInstructions } from './instructions.ts';
import { modePrompts } from './modes/mode-prompts.ts';
import { modeResources, modeUris } from './modes/mode-resources.ts';
import { createModesState, type ModesState } from './modes/modes-state.ts';
import { createConnectionModes } from './sessions/connection-modes.ts';
import { type ConnectionScopes, createConnectionScopes } from './sessions/connection-scopes.ts';
import { logSessionEvents, withFailureLog } from './sessions/log-operations.ts';
import { createSessionsOf } from './sessions/own-sessions.ts';
import { reviewRelatives, reviewSessions } from './sessions/review-sessions.ts';
import { findSession } from './sessions/session-mode.ts';
import { taskLimits } from './sessions/task-limits.ts';
import type { Settings } from './settings/settings.ts';
import { measureRequests } from './telemetry/measure-requests.ts';
import { observeServer } from './telemetry/observe-server.ts';
import { type ConnectionRef, fixedMode, type ToolContext } from './tool-context.ts';
import { addMessageTool } from './tools/add-message.ts';
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
  /** Where tasks and sessions live. Default: in memory. */
  readonly store?: Store | undefined;
  /** How failed tool calls are answered. Default `result`. */
  readonly toolErrors?: 'result' | 'jsonrpc';
  /** Epoch milliseconds. Default `Date.now`. */
  readonly now?: () => number;
  /** The variables that server configurations and started servers may see. Default: none. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** How other servers are reached. Default `createConnections`. */
  readonly connect?: OpenGatewayOptions['connect'];
  /** Counts, times and traces what the server does. Default: nobody. */
  readonly telemetry?: Pick<Telemetry, 'metrics' | 'tracing'> | undefined;
}

/** A modes server that may be connected to a transport; requests wait until the modes are loaded, the handshake does not. */
export interface ModesServer {
  readonly server: ProtocolServer;
  readonly modes: ModesState;
  readonly sessions: Sessions;
  readonly settings: Settings;
  /** What connections are confined to. */
  readonly scopes: ConnectionScopes;
  /** Undefined when it is switched off. */
  readonly gateway: ModesGateway | undefined;
  /** Removes expired sessions; connections that worked in one no longer have its mode. */
  readonly sweep: (options?: SweepOptions) => Promise<void>;
}

/** Begins to load the modes and builds the server over them. Starts no timer, no watcher and no transport. */
export function createModesServer(options: ModesServerOptions): ModesServer {
  const { settings, log, now = Date.now } = options;
  const onLoad = (changed: readonly string[]): void => {
    gateway?.useServers(modes.current.servers).catch((error: unknown) => {
      log.error('The servers could not be brought up to date', error);
    });
    gateway?.gateway.refresh();
    // Only now a mode may ask about tasks.
    reviewRelatives(context).catch((error: unknown) => log.error('The tasks could not be looked at again', error));
    gateway?.reportNames();
    if (changed.length === 0) return;
    announceChanges(server, changed);
    log.info(`The modes have changed: ${changed.join(', ')}`);
  };
  const modes = createModesState(settings, onLoad, { now, env: options.env });
  const scopes = createConnectionScopes();
  const store = options.store ?? createMemoryStore();
  const logged = logSessionEvents(log);
  const measures = options.telemetry && measureRequests(options.telemetry);
  const openSessions = (ids: Pick<SessionsOptions, 'createId'> = {}): Sessions =>
    createSessions({
      ...ids,
      store,
      clock: now,
      ttlMs: settings.sessionTimeoutMs,
      limits: { ...taskLimits, ...settings.sessionRoom },
      onEvent: (event) => {
        logged(event);
        measures?.taskEvent(event);
      },
      modeExists: (slug) => modes.current.policy.modes.some((mode) => mode.config.slug === slug),
    });
  const sessions = openSessions();
  const connectionModes = createConnectionModes({
    initial: (connectionId) => scopes.of(connectionId).mode ?? settings.mode,
    needsConsent: settings.gateway.modeSwitching === 'ask',
    onChange: (connectionId) => gateway?.gateway.refresh(connectionId),
  });
  const trail =
    options.audit &&
    createAuditTrail({
      log: options.audit,
      now,
      findSession: (sessionId) => findSession(() => sessions.peek(sessionId)),
      connectionModes,
      keepsArguments: settings.audit?.keepsArguments === true,
    });
  const audit = measures?.throughTrail(trail) ?? trail;
  const { enabled, isInsideGateway } = settings.gateway;
  const hasGateway = enabled !== 'off' && !isInsideGateway;
  const context: ToolContext = {
    modes,
    sessions,
    sessionsOf: createSessionsOf(openSessions, sessions, scopes),
    scopes,
    settings,
    connectionModes,
    askUser: createAskUser(),
    audit,
    log,
    now,
    others: createOtherServers({
      gateway: () => gateway?.gateway,
      offerTo: (connectionId) => gateway?.offerTo(connectionId),
      project: () => modes.current,
    }),
  };
  const isGatewayOnly = settings.gateway.surface === 'gateway';
  const toolList = isGatewayOnly ? [] : tools(context);
  const resourceList = modeResources(context);
  // One list for each reading: the server compiles a list it has not seen before.
  const promptLists = new WeakMap<Project, Map<string, readonly PromptDefinition[]>>();
  const promptsOf = (project: Project, connection: ConnectionRef) => {
    const lists = promptLists.get(project) ?? new Map<string, readonly PromptDefinition[]>();
    promptLists.set(project, lists);
    const { mode, principal } = scopes.of(connection.connectionId);
    const scope = JSON.stringify([mode, principal?.modes]);
    const prompts = lists.get(scope) ?? modePrompts(context, connection);
    if (lists.size < MAX_PROMPT_LISTS) lists.set(scope, prompts);
    return prompts;
  };
  const { connect, env = {} } = options;
  const gateway = hasGateway
    ? openGateway({ context, log, env, ownTools: toolList, connect, aroundServer: measures?.aroundServer })
    : undefined;
  const ready = Promise.all([modes.ready, gateway?.ready]);
  const serve = (front?: GatewayFront): ProtocolServer =>
    createServer({
      info: {
        name: settings.serverName,
        title: 'Modegate modes',
        version: settings.serverVersion ?? version,
        ...describe(settings),
      },
      instructions: (connection) =>
        isGatewayOnly
          ? gatewayInstructions(scopes.of(connection.connectionId).mode ?? settings.mode)
          : serverInstructions(fixedMode(context, connection), {
              hasMetaTools: hasGateway && settings.gateway.surface !== 'tools',
            }),
      tools: (connection) => ready.then(() => front?.tools(connection) ?? toolList),
      resources: () => modes.ready.then(() => resourceList),
      prompts: (connection) => modes.ready.then(() => promptsOf(modes.current, connection)),
      ...(options.toolErrors === undefined ? {} : { toolErrors: options.toolErrors }),
      ...(front === undefined ? {} : gatewayOptions(front, ready)),
      ...(audit === undefined ? {} : { onRequestEnd: audit.ended }),
      ...(measures === undefined ? {} : { onRequestStart: measures.started }),
      onDisconnect: (connection) => {
        front?.leave(connection);
        connectionModes.forget(connection.connectionId);
        scopes.forget(connection.connectionId);
      },
      onError: (error, place) => log.error(`Unexpected error (${JSON.stringify(place)})`, error),
      logger: (line) => log.debug(line),
    });
  const server: ProtocolServer = gateway === undefined ? serve() : gateway.serve(serve);
  gateway?.gateway.onEvent((event) => {
    // Before the modes are loaded there are no servers.
    if (event.type === 'catalogue' && event.catalogue.servers.length > 0) announcePrompts(server, modes.current);
  });
  const sweep = async (options?: SweepOptions): Promise<void> => {
    const { expired } = await sessions.sweep(options);
    if (expired > 0) log.info(`Cleaned up ${expired} expired ${expired === 1 ? 'session' : 'sessions'}`);
    await reviewSessions(context);
  };
  if (options.telemetry?.metrics !== undefined) observeServer(options.telemetry.metrics, { server, gateway, store });
  return { server, modes, sessions, scopes, settings, gateway, sweep };
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
    onToolsListed: front.listed,
    onNotification: (notification) => {
      if (notification.method === 'notifications/initialized') whenReady(() => front.enter(notification.context));
      else front.notified(notification);
    },
    onLogLevel: (context) => whenReady(() => front.logLevelChanged(context)),
  };
}

// As many combinations of a mode and a credential's modes; with more, a list is made for each request.
const MAX_PROMPT_LISTS = 100;

function tools(context: ToolContext) {
  const logged = (tool: ToolDefinition) => withFailureLog(tool, context.log);
  return [
    listModesTool(context),
    getModeInfoTool(context),
    logged(createTaskTool(context)),
    logged(switchModeTool(context)),
    getTaskInfoTool(context),
    validateToolUseTool(context),
    logged(addMessageTool(context)),
    logged(completeTaskTool(context)),
  ];
}

function describe({ serverDescription }: Settings): { readonly description?: string } {
  return serverDescription === undefined ? {} : { description: serverDescription };
}

/** The system prompts name the tools of other servers. */
export function announcePrompts(server: Pick<ProtocolServer, 'notifyResourceUpdated'>, { policy }: Project): void {
  for (const { config } of policy.modes) server.notifyResourceUpdated(`mode://${config.slug}/system_prompt`);
}

function announceChanges(server: ProtocolServer, changed: readonly string[]): void {
  server.notifyResourcesChanged();
  server.notifyPromptsChanged();
  for (const uri of changed.flatMap(modeUris)) server.notifyResourceUpdated(uri);
}
