import type { JsonObject } from '@modegate/json';
import { backgroundSchedule, type Schedule } from '@modegate/timing';
import type { Channel } from './connection/channel.ts';
import { type Connection, openConnection } from './connection/connection.ts';
import type { ConnectionOptions } from './connection/served-connection.ts';
import type {
  ClientRequestOptions,
  ConnectionContext,
  Implementation,
  LogLevel,
  RequestContext,
} from './definitions/context.ts';
import type { PromptDefinition } from './definitions/prompt.ts';
import type { ResourceDefinition } from './definitions/resource.ts';
import type { Listing, ToolDefinition } from './definitions/tool.ts';
import { wireError } from './json-rpc/wire-errors.ts';
import { completionHandler } from './requests/completion-requests.ts';
import { type Forwarding, withForwarding } from './requests/forwarding.ts';
import { findPrompt, promptRequestHandlers } from './requests/prompt-requests.ts';
import type { ObserveEnd, ObserveStart } from './requests/request-end.ts';
import { contextOf, type ErrorPlace, type ReportError, type RequestHandlers } from './requests/request-handler.ts';
import { findTemplate, resourceRequestHandlers } from './requests/resource-requests.ts';
import { sessionRequestHandlers } from './requests/session-requests.ts';
import { toolRequestHandlers } from './requests/tool-requests.ts';
import { statelessHandlersOf } from './stateless/stateless-handlers.ts';

/** The definitions that a server serves, its limits, and who hears of its clients. */
export interface ServerOptions {
  readonly info: Implementation;
  /** Tells the model how to use the server; a function tells each connection its own. */
  readonly instructions?: string | ((context: ConnectionContext) => string);
  /** The tools, or a function that lists those a connection sees. Left out: no tools capability. */
  readonly tools?: Listing<ToolDefinition>;
  readonly resources?: Listing<ResourceDefinition>;
  readonly prompts?: Listing<PromptDefinition>;
  /**
   * Finds a tool that may be called though it is not listed, such as one whose call explains why it is refused. Keep the
   * tool's own `outputSchema`: a client that listed it earlier holds the refusal to it.
   */
  readonly findUnlistedTool?: (
    name: string,
    context: RequestContext,
  ) => ToolDefinition | undefined | Promise<ToolDefinition | undefined>;
  /** Hands requests on to other servers, beside the definitions above. */
  readonly forwarding?: Forwarding;
  /** Further capabilities to declare, such as `experimental`; they win over the derived ones. */
  readonly capabilities?: JsonObject;
  /** How a failed tool call is answered: a result with `isError` (the default, as MCP has it) or a JSON-RPC error. */
  readonly toolErrors?: 'result' | 'jsonrpc';
  /** The wire error of arguments that do not fit the schema of their tool. Default `VALIDATION_ERROR`; MCP's own is `INVALID_PARAMS`. */
  readonly invalidArguments?: 'VALIDATION_ERROR' | 'INVALID_PARAMS';
  /** How many requests of one client run at once, those that wait for another program aside; more wait their turn. Default 256. */
  readonly maxConcurrent?: number;
  /** Receives every unexpected error in full; the client gets only its correlation id. Default: dropped. */
  readonly onError?: (error: unknown, place: ErrorPlace) => void;
  /** Receives lines about the traffic, such as ignored messages. Default: dropped. */
  readonly logger?: (line: string) => void;
  /** Called when a client has sent a notification, such as `notifications/initialized` or `notifications/roots/list_changed`. */
  readonly onNotification?: (notification: ClientNotification) => void;
  /** Called when a client is being listed the tools; the answer goes out in the same turn. */
  readonly onToolsListed?: (context: ConnectionContext) => void;
  /** Called when the turn of a request has come, before it is handled. `onRequestEnd` follows, however it ends. Default: nobody. */
  readonly onRequestStart?: ObserveStart;
  /**
   * Called when a request has ended, in any way: answered, failed, refused before any handler saw it, or taken back. The answer waits
   * for what it returns. Default: nobody.
   */
  readonly onRequestEnd?: ObserveEnd;
  /** Called when a client has asked for a log level; the context holds it. */
  readonly onLogLevel?: (context: ConnectionContext) => void;
  /** Called when a client has gone, so that what was kept for it can go too. */
  readonly onDisconnect?: (context: ConnectionContext) => void;
  /** Schedules the end of a coalescing window. Default: a timer. */
  readonly schedule?: Schedule;
}

/** A notification of a client, and the client that sent it. */
export interface ClientNotification {
  readonly method: string;
  readonly params: JsonObject;
  readonly context: ConnectionContext;
}

/** A client's connection to this server, as its transport sees it. */
export interface ClientConnection {
  readonly id: string;
  /** How many requests are accepted and not yet ended, those that listen left out. */
  readonly inFlight: number;
  /** Resolves once the connection has ended. */
  readonly closed: Promise<void>;
  /** Whether a request with this id is in flight. */
  has(requestId: string | number): boolean;
  /** Resolves once no request is in flight, or the connection has ended. */
  idle(): Promise<void>;
  /** Aborts what runs and ends the connection. */
  close(): Promise<void>;
}

/** A request of the server to a client. */
export interface ClientQuestion extends ClientRequestOptions {
  readonly method: string;
  readonly params: JsonObject;
  /** Aborting it takes the question back. */
  readonly signal?: AbortSignal;
}

/** An MCP server: definitions that any number of clients connect to. */
export interface ProtocolServer {
  readonly info: Implementation;
  /** How many requests are in flight over all connections, those that listen left out. */
  readonly inFlight: number;
  /** The contexts of the clients connected now. */
  readonly connections: readonly ConnectionContext[];
  /** How many there are, without making their contexts. */
  readonly connectionCount: number;
  /** Serves one client over a channel. `serveStdio`, `serveHttp` and `connectInMemory` do this. */
  connect(channel: Channel): Promise<ClientConnection>;
  /** Tells one connection, or all, that `tools/list` has changed; a burst within 50 ms is one notification. */
  notifyToolsChanged(connectionId?: string): void;
  /** The same for `resources/list`. */
  notifyResourcesChanged(connectionId?: string): void;
  /** The same for `prompts/list`. */
  notifyPromptsChanged(connectionId?: string): void;
  /** Tells those that subscribed to the URI that its content has changed, or one of them; coalesced in the same way. */
  notifyResourceUpdated(uri: string, connectionId?: string): void;
  /** Sends what one connection is to be told of changes at once, instead of at the end of the 50 ms. */
  flushNotifications(connectionId: string): void;
  /** Sends a log line to every client that set a level which covers it. */
  log(level: LogLevel, data: unknown, logger?: string): void;
  /**
   * Sends a notification to one client, or to all, at once and as it is. A client that does not read loses what exceeds
   * 64; false when one lost it, or there was none. Never throws.
   */
  notify(method: string, params?: JsonObject, connectionId?: string): boolean;
  /**
   * Asks a client something outside of any request; within one, use its context.
   *
   * @throws {WireError} INVALID_REQUEST when the client is not connected, has no session, or did not declare the capability, INTERNAL_ERROR when it does not answer in time.
   */
  request(connectionId: string, question: ClientQuestion): Promise<JsonObject>;
  /** Ends all connections; later `connect` calls are refused. */
  close(): Promise<void>;
}

/**
 * Creates a server from definitions; it does nothing until a client is connected.
 *
 * @throws {TypeError} when a fixed list defines a name or URI twice, or a name or template is malformed.
 */
export function createServer(options: ServerOptions): ProtocolServer {
  const connections = new Map<string, Connection>();
  const capabilities = capabilitiesOf(options);
  const report = reporterOf(options);
  const handlers = handlersOf(options, capabilities, report);
  const connectionOptions = {
    info: options.info,
    handlers,
    statelessHandlers: statelessHandlersOf(handlers, capabilities, options.instructions),
    maxConcurrent: options.maxConcurrent ?? 256,
    schedule: options.schedule ?? backgroundSchedule,
    report,
    debug: quietly(options.logger),
    observe: observerOf(options),
    observeStart: options.onRequestStart === undefined ? undefined : quietly(options.onRequestStart),
    observeEnd: options.onRequestEnd,
  };
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
      return [...connections.values()].map((connection) => contextOf(connection.session));
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
        disconnected(contextOf(connection.session));
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

function capabilitiesOf({ tools, resources, prompts, capabilities }: ServerOptions): JsonObject {
  return {
    ...(tools === undefined ? {} : { tools: { listChanged: true } }),
    ...(resources === undefined ? {} : { resources: { subscribe: true, listChanged: true } }),
    ...(prompts === undefined ? {} : { prompts: { listChanged: true } }),
    ...(resources === undefined && prompts === undefined ? {} : { completions: {} }),
    logging: {},
    ...capabilities,
  };
}

function handlersOf(options: ServerOptions, capabilities: JsonObject, report: ReportError): RequestHandlers {
  const { info, instructions, tools, resources, prompts, findUnlistedTool } = options;
  const { toolErrors = 'result', invalidArguments = 'VALIDATION_ERROR' } = options;
  const unlisted = findUnlistedTool === undefined ? {} : { findUnlistedTool };
  const completion = completionHandler({
    prompt: async (name, context) => (prompts === undefined ? undefined : findPrompt(prompts, name, context)),
    template: async (uri, context) => (resources === undefined ? undefined : findTemplate(resources, uri, context)),
  });
  const handlers: RequestHandlers = {
    ...sessionRequestHandlers({ info, capabilities, instructions, onLogLevel: quietly(options.onLogLevel) }),
    ...(tools === undefined
      ? {}
      : toolRequestHandlers({
          tools,
          toolErrors,
          invalidArguments,
          report,
          onListed: quietly(options.onToolsListed),
          ...unlisted,
        })),
    ...(resources === undefined ? {} : resourceRequestHandlers(resources)),
    ...(prompts === undefined ? {} : promptRequestHandlers(prompts)),
    ...(capabilities.completions === undefined ? {} : { 'completion/complete': completion }),
  };
  return options.forwarding === undefined ? handlers : withForwarding(handlers, options.forwarding);
}

function reporterOf({ onError }: ServerOptions): ReportError {
  const listener = quietly((report: { readonly error: unknown; readonly place: ErrorPlace }) =>
    onError?.(report.error, report.place),
  );
  return (error, place) => listener({ error, place });
}

function observerOf({ onNotification }: ServerOptions): ConnectionOptions['observe'] {
  const listener = quietly(onNotification);
  return ({ method, params = {} }, session) => listener({ method, params, context: contextOf(session) });
}

// What a listener throws must not end the request or the connection that it was told about.
function quietly<Value>(listener: ((value: Value) => void) | undefined): (value: Value) => void {
  return (value) => {
    try {
      listener?.(value);
    } catch {
      // There is nowhere left to report it.
    }
  };
}
