import { type JsonObject, parseExactly } from '@modegate/json';
import { type JsonRpcMessage, type JsonRpcNotification, type JsonRpcRequest, Peer } from '@modegate/json-rpc';
import { META_KEYS, STATELESS_REVISION } from '@modegate/json-rpc/mcp';
import { backgroundSchedule } from '@modegate/timing';
import type { ChannelReceiver } from '../connection/channel.ts';
import type { ToolResult } from '../definitions/tool-result.ts';
import type { ProtocolServer } from '../protocol-server.ts';

/** Options of one request. */
export interface InMemoryRequestOptions {
  /** Signal that sends `notifications/cancelled` when aborted; the request then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called with each progress report; if set, progress is requested. */
  readonly onProgress?: (progress: JsonObject) => void;
}

/** A small MCP client without a transport, for tests. */
export interface InMemoryClient {
  /** The result of `initialize`; undefined with the option `initialize: false`. */
  readonly initialized: JsonObject | undefined;
  readonly connectionId: string;
  /** All notifications received so far, oldest first. */
  readonly notifications: readonly JsonRpcNotification[];
  /** All messages received so far, unchanged. */
  readonly received: readonly JsonRpcMessage[];
  /** Sends a request and resolves to its result. @throws {RpcError} if the server responds with an error. */
  request(method: string, params?: object, options?: InMemoryRequestOptions): Promise<JsonObject>;
  callTool(name: string, input?: object, options?: InMemoryRequestOptions): Promise<ToolResult>;
  listTools(): Promise<readonly JsonObject[]>;
  notify(method: string, params?: object): void;
  /** Sends any JSON value unchanged. */
  send(value: unknown): void;
  /** Resolves to the next notification with a given method, or to an earlier one that has not been awaited yet. */
  nextNotification(method: string): Promise<JsonRpcNotification>;
  close(): Promise<void>;
}

/** Options of {@link connectInMemory}. */
export interface ConnectInMemoryOptions {
  /** The client's capabilities. Default: none. */
  readonly capabilities?: object;
  readonly clientInfo?: { readonly name: string; readonly version: string };
  /** Protocol version of the client. Default: 2025-11-25. */
  readonly protocolVersion?: string;
  /**
   * True if the handshake is performed. Default true. Use false with 2026-07-28, which has no handshake: each request
   * then carries these options.
   */
  readonly initialize?: boolean;
  readonly connectionId?: string;
  /**
   * True if the connection serves many clients, as over HTTP without a session; requires `initialize: false`. Default
   * false.
   */
  readonly isShared?: boolean;
}

interface ClientState {
  readonly received: JsonRpcMessage[];
  readonly notifications: JsonRpcNotification[];
  readonly unawaited: JsonRpcNotification[];
  readonly peer: Peer<InMemoryRequestOptions>;
  readonly listeners: Map<string, ((notification: JsonRpcNotification) => void)[]>;
  /** The metadata in each request's `_meta`. */
  readonly envelope: JsonObject;
  receiver: ChannelReceiver | undefined;
}

/**
 * Connects a client to a server in the same process. Messages are converted to JSON and back, as if sent over a wire.
 */
export async function connectInMemory(
  server: ProtocolServer,
  options: ConnectInMemoryOptions = {},
): Promise<InMemoryClient> {
  const state = createClientState(options);
  const connection = await server.connect({
    ...(options.connectionId === undefined ? {} : { id: options.connectionId }),
    ...(options.isShared === true ? { isStateless: true } : {}),
    start: (receiver) => {
      state.receiver = receiver;
    },
    send: async (message) => {
      for (const each of [overTheWire(message)].flat() as JsonRpcMessage[]) {
        state.received.push(each);
        state.peer.receive(each, undefined);
      }
    },
    close: () => rejectAll(state),
  });
  const initialized = options.initialize === false ? undefined : await handshake(state, options);
  return {
    initialized,
    connectionId: connection.id,
    notifications: state.notifications,
    received: state.received,
    request: (method, params, requestOptions) => request(state, { method, params, ...requestOptions }),
    callTool: async (name, input = {}, requestOptions) =>
      (await request(state, {
        method: 'tools/call',
        params: { name, arguments: input },
        ...requestOptions,
      })) as ToolResult,
    listTools: async () =>
      ((await request(state, { method: 'tools/list', params: {} })).tools ?? []) as readonly JsonObject[],
    notify: (method, params) => post(state, { jsonrpc: '2.0', method, params }),
    send: (value) => post(state, value),
    nextNotification: (method) => nextNotification(state, method),
    close: async () => {
      state.receiver?.closed();
      rejectAll(state);
      await connection.closed;
    },
  };
}

function createClientState(options: ConnectInMemoryOptions): ClientState {
  const state: ClientState = {
    received: [],
    notifications: [],
    unawaited: [],
    peer: new Peer<InMemoryRequestOptions>({
      requestTimeoutMs: Number.POSITIVE_INFINITY,
      maxTotalMs: Number.POSITIVE_INFINITY,
      now: () => 0,
      schedule: backgroundSchedule,
      send: async (asked, { onProgress }) => post(state, onProgress === undefined ? asked : withToken(asked)),
      cancel: ({ id }, reason) =>
        post(state, {
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId: id, reason: String(reason) },
        }),
      timeoutError: (method) => new Error(`No answer to ${method} came in time`),
      malformedError: (method, response) => new Error(`The answer to ${method} is ${JSON.stringify(response)}`),
      onRequest: (asked) => notified(state, asked),
      onNotification: (notification) => notified(state, notification),
      onInvalid: () => undefined,
      onWarning: () => undefined,
    }),
    listeners: new Map(),
    envelope: envelopeOf(options),
    receiver: undefined,
  };
  return state;
}

function envelopeOf({
  protocolVersion,
  initialize,
  capabilities = {},
  clientInfo = CLIENT_INFO,
}: ConnectInMemoryOptions): JsonObject {
  if (initialize !== false || protocolVersion !== STATELESS_REVISION) return {};
  return {
    [META_KEYS.protocolVersion]: protocolVersion,
    [META_KEYS.clientCapabilities]: capabilities,
    [META_KEYS.clientInfo]: clientInfo,
  };
}

const CLIENT_INFO = { name: 'in-memory', version: '0.0.0' };

async function handshake(state: ClientState, options: ConnectInMemoryOptions): Promise<JsonObject> {
  const { protocolVersion = '2025-11-25', capabilities = {}, clientInfo = CLIENT_INFO } = options;
  const initialized = await request(state, {
    method: 'initialize',
    params: { protocolVersion, capabilities, clientInfo },
  });
  post(state, { jsonrpc: '2.0', method: 'notifications/initialized' });
  return initialized;
}

function request(state: ClientState, { method, params = {}, ...options }: ClientCall): Promise<JsonObject> {
  const said = { ...state.envelope, ...('_meta' in params ? (params._meta as object) : {}) };
  const meta = Object.keys(said).length === 0 ? {} : { _meta: said };
  return state.peer.outgoing.request(method, { ...params, ...meta }, options);
}

interface ClientCall extends InMemoryRequestOptions {
  readonly method: string;
  readonly params: object | undefined;
}

function withToken({ params, ...asked }: JsonRpcRequest<number>): JsonRpcRequest {
  return { ...asked, params: { ...params, _meta: { ...(params?._meta as object), progressToken: asked.id } } };
}

function post(state: ClientState, value: unknown): void {
  state.receiver?.message(overTheWire(value));
}

function notified(state: ClientState, notification: JsonRpcNotification): void {
  state.notifications.push(notification);
  const { method, params = {} } = notification;
  if (method === 'notifications/progress')
    state.peer.outgoing
      .resetIdleTimeout(params.progressToken, (asked) => asked.onProgress !== undefined)
      ?.onProgress?.(params);
  const listener = state.listeners.get(method)?.shift();
  if (listener === undefined) state.unawaited.push(notification);
  else listener(notification);
}

function nextNotification(state: ClientState, method: string): Promise<JsonRpcNotification> {
  const index = state.unawaited.findIndex((notification) => notification.method === method);
  const [earlier] = index === -1 ? [] : state.unawaited.splice(index, 1);
  if (earlier !== undefined) return Promise.resolve(earlier);
  return new Promise((resolve) => state.listeners.set(method, [...(state.listeners.get(method) ?? []), resolve]));
}

function rejectAll({ peer }: ClientState): void {
  peer.end(undefined, () => new Error('The connection closed before the answer came'));
}

function overTheWire<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  const copy: unknown = text === undefined ? undefined : parseExactly(text);
  return copy as Value;
}
