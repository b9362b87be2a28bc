import { attempt, defined, type JsonObject } from '@modegate/json';
import { backgroundSchedule } from '@modegate/timing';
import { type Connection, openConnection } from './connection/connection.ts';
import type { ConnectionOptions } from './connection/served-connection.ts';
import { wireError } from './json-rpc/wire-errors.ts';
import type { ProtocolServer } from './protocol-server.ts';
import { completionHandler } from './requests/completion-requests.ts';
import { findPrompt, promptRequestHandlers } from './requests/prompt-requests.ts';
import { withForwarding } from './requests/request-forwarder.ts';
import {
  type ErrorSource,
  type ReportError,
  type RequestHandlers,
  sessionContext,
} from './requests/request-handler.ts';
import { findTemplate, resourceRequestHandlers } from './requests/resource-requests.ts';
import { sessionRequestHandlers } from './requests/session-requests.ts';
import { toolRequestHandlers } from './requests/tool-requests.ts';
import type { ServerOptions } from './server-options.ts';
import { statelessHandlersOf } from './stateless/stateless-handlers.ts';

/**
 * Creates a server from definitions; the server is idle until a client connects.
 *
 * @throws {TypeError} if a static list contains a duplicate or malformed name, URI or template.
 */
// oxlint-disable-next-line max-lines-per-function -- all handlers share the options and the set of connections
export function createServer(options: ServerOptions): ProtocolServer {
  const connections = new Map<string, Connection>();
  const capabilities = capabilitiesOf(options);
  const connectionOptions = connectionOptionsOf(options, capabilities);
  const disconnected = quietly(options.onDisconnect);
  let open = true;
  const notify = (list: 'tools' | 'resources' | 'prompts', connectionId: string | undefined): void => {
    if (capabilities[list] === undefined) return;
    for (const connection of connections.values()) {
      if (connectionId === undefined || connection.id === connectionId)
        connection.notify(`notifications/${list}/list_changed`);
    }
  };
  return {
    info: options.info,
    get inFlight() {
      return [...connections.values()].reduce((sum, connection) => sum + connection.inFlight, 0);
    },
    get connections() {
      return [...connections.values()].map((connection) => sessionContext(connection.session));
    },
    get connectionCount() {
      return connections.size;
    },
    connect: async (channel) => {
      if (!open) throw new Error(`Server '${options.info.name}' is closed`);
      const connection = await openConnection(channel, connectionOptions);
      connections.set(connection.id, connection);
      void connection.closed.then(() => {
        connections.delete(connection.id);
        disconnected(sessionContext(connection.session));
      });
      return connection;
    },
    notifyToolsChanged: (connectionId) => notify('tools', connectionId),
    notifyResourcesChanged: (connectionId) => notify('resources', connectionId),
    notifyPromptsChanged: (connectionId) => notify('prompts', connectionId),
    notifyResourceUpdated: (uri, connectionId) => {
      for (const connection of connections.values()) {
        if (connectionId !== undefined && connection.id !== connectionId) continue;
        if (connection.session.subscriptions.has(uri)) connection.notify('notifications/resources/updated', { uri });
      }
    },
    flushNotifications: (connectionId) => connections.get(connectionId)?.flush(),
    log: (level, data, logger) => {
      for (const connection of connections.values()) connection.log(level, data, logger);
    },
    notify: (method, params, connectionId) => {
      const meant = [...connections.values()].filter(({ id }) => connectionId === undefined || id === connectionId);
      const sent = meant.map((connection) => connection.push(method, params));
      return sent.length > 0 && sent.every(Boolean);
    },
    request: async (connectionId, { method, params, signal, ...asking }) => {
      const connection = connections.get(connectionId);
      if (connection === undefined) throw wireError('INVALID_REQUEST', `No client is connected as '${connectionId}'.`);
      return connection.ask(method, params, { ...asking, signal: signal ?? new AbortController().signal });
    },
    close: async () => {
      open = false;
      await Promise.all([...connections.values()].map((connection) => connection.close()));
    },
  };
}

function connectionOptionsOf(options: ServerOptions, capabilities: JsonObject): ConnectionOptions {
  const report = reporterOf(options);
  const handlers = handlersOf(options, capabilities, report);
  return {
    info: options.info,
    handlers,
    statelessHandlers: statelessHandlersOf(handlers, capabilities, options.instructions),
    maxConcurrent: options.maxConcurrent ?? 256,
    schedule: options.schedule ?? backgroundSchedule,
    report,
    debug: quietly(options.logger),
    observe: observerOf(options),
    observeStart: options.onRequestStart && quietly(options.onRequestStart),
    observeEnd: options.onRequestEnd,
  };
}

function capabilitiesOf({ tools, resources, prompts, capabilities }: ServerOptions): JsonObject {
  return {
    ...(tools && { tools: { listChanged: true } }),
    ...(resources && { resources: { subscribe: true, listChanged: true } }),
    ...(prompts && { prompts: { listChanged: true } }),
    ...((resources ?? prompts) && { completions: {} }),
    logging: {},
    ...capabilities,
  };
}

function handlersOf(options: ServerOptions, capabilities: JsonObject, report: ReportError): RequestHandlers {
  const { info, instructions, tools, resources, prompts, findUnlistedTool } = options;
  const { toolErrors = 'result', invalidArguments = 'VALIDATION_ERROR' } = options;
  const onListed = quietly(options.onToolsListed);
  const unlisted = defined({ findUnlistedTool });
  const completion = completionHandler({
    prompt: async (name, context) => prompts && findPrompt(prompts, name, context),
    template: async (uri, context) => resources && findTemplate(resources, uri, context),
  });
  const handlers: RequestHandlers = {
    ...sessionRequestHandlers({ info, capabilities, instructions, onLogLevel: quietly(options.onLogLevel) }),
    ...(tools && toolRequestHandlers({ tools, toolErrors, invalidArguments, report, onListed, ...unlisted })),
    ...(resources && resourceRequestHandlers(resources)),
    ...(prompts && promptRequestHandlers(prompts)),
    ...(capabilities.completions === undefined ? {} : { 'completion/complete': completion }),
  };
  return options.forwarding === undefined ? handlers : withForwarding(handlers, options.forwarding);
}

function reporterOf({ onError }: ServerOptions): ReportError {
  const listener = quietly((report: { readonly error: unknown; readonly place: ErrorSource }) =>
    onError?.(report.error, report.place),
  );
  return (error, place) => listener({ error, place });
}

function observerOf({ onNotification }: ServerOptions): ConnectionOptions['observe'] {
  const listener = quietly(onNotification);
  return ({ method, params = {} }, session) => listener({ method, params, context: sessionContext(session) });
}

// An error in a listener must not end the request or the connection.
function quietly<Value>(listener: ((value: Value) => void) | undefined): (value: Value) => void {
  return (value) => attempt(() => listener?.(value));
}
