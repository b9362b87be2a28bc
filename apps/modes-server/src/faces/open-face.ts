import {
  createServer,
  type PromptDefinition,
  type ProtocolServer,
  type ServerOptions,
  type ToolDefinition,
} from '@modegate/mcp-protocol';
import type { Project } from '@modegate/project';
import type { ProtocolAdapter } from '@modegate/tool-gateway';
import type { OpenGatewayOptions } from '../gateway/modes-gateway.ts';
import { openGateway } from '../gateway/open-gateway.ts';
import { createOtherServers } from '../gateway/other-servers.ts';
import { gatewayInstructions, serverInstructions } from '../instructions.ts';
import { announcePrompts } from '../modes/announcements.ts';
import { modePrompts } from '../modes/mode-prompts.ts';
import { modeResources } from '../modes/mode-resources.ts';
import { withFailureLog } from '../sessions/log-operations.ts';
import { defaultServerName } from '../settings/settings.ts';
import { logRequests, type RequestLog } from '../telemetry/log-requests.ts';
import type { RequestMeasures } from '../telemetry/measure-requests.ts';
import { type ConnectionRef, fixedMode, type ToolContext } from '../tool-context.ts';
import { addMessageTool } from '../tools/add-message.ts';
import { completeTaskTool } from '../tools/complete-task.ts';
import { createTaskTool } from '../tools/create-task.ts';
import { getModeInfoTool } from '../tools/get-mode-info.ts';
import { getTaskInfoTool } from '../tools/get-task-info.ts';
import { listModesTool } from '../tools/list-modes.ts';
import { switchModeTool } from '../tools/switch-mode.ts';
import { validateToolUseTool } from '../tools/validate-tool-use.ts';
import { version } from '../version.ts';
import type { Face } from './principal-faces.ts';

/** What every face of a server works on, and how it reaches other servers. */
export interface OpenFaceOptions extends Pick<OpenGatewayOptions, 'env' | 'connect' | 'place' | 'texts'> {
  readonly common: Omit<ToolContext, 'others'>;
  readonly hasGateway: boolean;
  readonly toolErrors?: 'result' | 'jsonrpc' | undefined;
  readonly measures: RequestMeasures | undefined;
  /** Called when a request of this face begins. */
  readonly onUse?: (() => void) | undefined;
}

/** A face with what its tools work on. */
export interface OpenedFace extends Face {
  readonly context: ToolContext;
}

/** Opens a protocol server with a gateway of its own over what all faces have in common. Starts no other server. */
export function openFace(options: OpenFaceOptions): OpenedFace {
  const { common, hasGateway, env, connect, place, texts, measures, onUse } = options;
  const { modes, settings, scopes, log, audit, connectionModes } = common;
  const context: ToolContext = {
    ...common,
    others: createOtherServers({
      gateway: () => gateway?.gateway,
      offerTo: (connectionId) => gateway?.offerTo(connectionId),
      project: () => modes.current,
    }),
  };
  const isGatewayOnly = settings.gateway.surface === 'gateway';
  const toolList = isGatewayOnly ? [] : tools(context);
  const resourceList = modeResources(context);
  const promptsOf = createPromptLists(context);
  const aroundServer = measures?.aroundServer;
  const requestLog = settings.logLevel === 'DEBUG' ? logRequests(log) : undefined;
  const gateway = hasGateway
    ? openGateway({ context, log, env, texts, ownTools: toolList, connect, aroundServer, place })
    : undefined;
  // Requests wait until the gateway knows which servers it may start.
  const hasServers = modes.ready.then(() => gateway?.useServers(modes.current.servers));
  const ready = Promise.all([modes.ready, gateway?.ready, hasServers]);
  const serve = (front?: ProtocolAdapter): ProtocolServer =>
    createServer({
      info: {
        name: settings.serverName,
        title: settings.serverName === defaultServerName ? 'Modegate modes' : settings.serverName,
        version: settings.serverVersion ?? version,
        ...(settings.serverDescription === undefined ? {} : { description: settings.serverDescription }),
      },
      instructions: (connection) =>
        isGatewayOnly
          ? gatewayInstructions(scopes.of(connection.connectionId).mode ?? settings.mode)
          : serverInstructions(fixedMode(context, connection), {
              hasMetaTools: hasGateway && settings.gateway.surface !== 'tools',
            }),
      tools: (connection) => ready.then(() => front?.tools(connection) ?? toolList),
      resources: () => modes.ready.then(() => resourceList),
      prompts: (connection) => modes.ready.then(() => promptsOf(connection)),
      ...(options.toolErrors === undefined ? {} : { toolErrors: options.toolErrors }),
      ...(front === undefined ? {} : gatewayOptions(front, ready)),
      ...observers({ onUse, requestLog, measures, audit }),
      onDisconnect: (connection) => {
        front?.leave(connection);
        connectionModes.forget(connection.connectionId);
        scopes.forget(connection.connectionId);
      },
      onError: (error, where) => log.error(`Unexpected error (${JSON.stringify(where)})`, error),
      logger: (line) => log.debug(line),
    });
  const server: ProtocolServer = gateway === undefined ? serve() : gateway.serve(serve);
  gateway?.gateway.onEvent((event) => {
    // Before the modes are loaded there are no servers.
    if (event.type === 'catalogue' && event.catalogue.servers.length > 0) announcePrompts(server, modes.current);
  });
  return { context, gateway, server };
}

/** One list for each reading and scope: the server compiles a list it has not seen before. */
function createPromptLists(context: ToolContext): (connection: ConnectionRef) => readonly PromptDefinition[] {
  const known = new WeakMap<Project, Map<string, readonly PromptDefinition[]>>();
  return (connection) => {
    const project = context.modes.current;
    const lists = known.get(project) ?? new Map<string, readonly PromptDefinition[]>();
    known.set(project, lists);
    const { mode, principal } = context.scopes.of(connection.connectionId);
    const scope = JSON.stringify([mode, principal?.modes]);
    const prompts = lists.get(scope) ?? modePrompts(context, connection);
    if (lists.size < MAX_PROMPT_LISTS) lists.set(scope, prompts);
    return prompts;
  };
}

// As many combinations of a mode and a credential's modes; with more, a list is made for each request.
const MAX_PROMPT_LISTS = 100;

interface Observers extends Pick<OpenFaceOptions, 'onUse' | 'measures'> {
  readonly requestLog: RequestLog | undefined;
  readonly audit: ToolContext['audit'];
}

/** Builds the server options that observe requests. An answer waits for the audit trail. */
function observers({ onUse, requestLog, measures, audit }: Observers): Partial<ServerOptions> {
  const hasStart = (onUse ?? requestLog ?? measures) !== undefined;
  return {
    ...(hasStart && {
      onRequestStart: (start) => {
        onUse?.();
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

/** The members of a server's options by which it asks, and tells, the gateway. */
function gatewayOptions({ forwarding, ...front }: ProtocolAdapter, ready: Promise<unknown>): Partial<ServerOptions> {
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

function tools(context: ToolContext): readonly ToolDefinition[] {
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
