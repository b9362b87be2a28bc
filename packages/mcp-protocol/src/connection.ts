import type { Channel } from './channel.ts';
import { checkMessage, failureAnswer } from './check-message.ts';
import { type ClientRequests, createClientRequests } from './client-requests.ts';
import { type CoalescedSender, createCoalescedSender, type Schedule } from './coalesced-sender.ts';
import { LOG_LEVELS, type LogLevel } from './context.ts';
import type {
  JsonObject,
  JsonRpcFailure,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcSuccess,
  RequestId,
} from './json-rpc.ts';
import { didYouMean } from './nearest.ts';
import { createPendingRequest, type PendingRequest } from './pending-request.ts';
import { type ConnectionState, failureOf, type ReportError, type RequestHandlers } from './request-handler.ts';
import { createSlots, type Slots } from './slots.ts';
import { type JsonRpcErrorObject, readForwardedError, toJsonRpcError, wireError } from './wire-errors.ts';

/** What all connections of a server share. */
export interface ConnectionOptions {
  readonly handlers: RequestHandlers;
  /** How many requests of one client run at once; more wait their turn. */
  readonly maxConcurrent: number;
  readonly schedule: Schedule;
  readonly report: ReportError;
  readonly debug: (message: string) => void;
}

/** One client's connection, as the server that owns it sees it. */
export interface Connection {
  readonly id: string;
  readonly state: ConnectionState;
  /** How many requests are accepted and not yet ended. */
  readonly inFlight: number;
  /** Resolves once the connection has ended. */
  readonly closed: Promise<void>;
  has(id: RequestId): boolean;
  /** Resolves once no request is in flight, or the connection has ended. */
  idle(): Promise<void>;
  /** Sends a notification, coalesced with others of the same method and params key. */
  notify(method: string, params?: JsonObject): void;
  log(level: LogLevel, data: unknown, logger?: string): void;
  /** Aborts what runs and ends the connection. */
  close(): Promise<void>;
}

interface Link {
  readonly channel: Channel;
  readonly options: ConnectionOptions;
  readonly state: ConnectionState;
  readonly pending: Map<RequestId, PendingRequest>;
  readonly slots: Slots;
  readonly sender: CoalescedSender;
  readonly asked: ClientRequests;
  readonly idleWaiters: Set<() => void>;
  readonly closed: Promise<void>;
  readonly resolveClosed: () => void;
  open: boolean;
  unsentLogs: number;
}

// What may come before `initialize`, and waits for no other request.
const UNQUEUED = new Set(['ping', 'initialize']);
const MAX_UNSENT_LOGS = 64;

/** Opens a connection over a channel. */
export async function openConnection(channel: Channel, options: ConnectionOptions): Promise<Connection> {
  const link = createLink(channel, options);
  await channel.start({
    message: (value) => receive(link, value),
    closed: () => end(link),
    get inFlight() {
      return link.pending.size;
    },
  });
  return {
    id: link.state.connectionId,
    state: link.state,
    closed: link.closed,
    get inFlight() {
      return link.pending.size;
    },
    has: (id) => link.pending.has(id),
    idle: () => idle(link),
    notify: (method, params) => notifyCoalesced(link, method, params),
    log: (level, data, logger) => sendLog(link, { level, data, logger }),
    close: async () => {
      if (!link.open) return;
      end(link);
      await channel.close();
    },
  };
}

function createLink(channel: Channel, options: ConnectionOptions): Link {
  let resolveClosed: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    resolveClosed = resolve;
  });
  return {
    channel,
    options,
    state: {
      connectionId: channel.id ?? crypto.randomUUID(),
      client: undefined,
      clientCapabilities: {},
      protocolVersion: undefined,
      logLevel: undefined,
      subscriptions: new Set(),
    },
    pending: new Map(),
    slots: createSlots(options.maxConcurrent),
    sender: createCoalescedSender({ schedule: options.schedule }),
    asked: createClientRequests({
      schedule: options.schedule,
      send: (message, relatedRequestId) => channel.send(message, relatedRequestId),
    }),
    idleWaiters: new Set(),
    closed,
    resolveClosed,
    open: true,
    unsentLogs: 0,
  };
}

function receive(link: Link, value: unknown): void {
  if (!link.open) return;
  const checked = checkMessage(value);
  if (checked.kind === 'request') accept(link, checked.message);
  else if (checked.kind === 'notification') observe(link, checked.message);
  else if (checked.kind === 'response') {
    if (!link.asked.take(checked.response)) link.options.debug('Ignored a response to a request that is not open');
  } else if (checked.kind === 'invalid') void link.channel.send(checked.answer);
  else link.options.debug(`Ignored ${checked.reason}`);
}

function accept(link: Link, request: JsonRpcRequest): void {
  if (link.pending.has(request.id)) {
    // Answering under the id would end the first request for the client, so the refusal goes without one.
    const message = `The id ${JSON.stringify(request.id)} belongs to a request that is still in flight.`;
    void link.channel.send(failureAnswer(null, { name: 'INVALID_REQUEST', message }));
    return;
  }
  const pending = createPendingRequest(request, {
    state: link.state,
    notify: (method, params) => notify(link, { jsonrpc: '2.0', method, params }, request.id),
    ask: (question) => link.asked.ask(question),
    log: (level, data) => sendLog(link, { level, data, logger: undefined }, request.id),
  });
  link.pending.set(request.id, pending);
  if (UNQUEUED.has(request.method)) void run(link, pending);
  else link.slots.enter(() => begin(link, pending));
}

function begin(link: Link, pending: PendingRequest): void {
  pending.holdsSlot = true;
  if (pending.cancelled) settle(link, pending);
  else void run(link, pending);
}

async function run(link: Link, pending: PendingRequest): Promise<void> {
  const { id } = pending.request;
  let answer: JsonRpcSuccess | JsonRpcFailure;
  try {
    answer = { jsonrpc: '2.0', id, result: await handle(link, pending) };
  } catch (thrown) {
    answer = { jsonrpc: '2.0', id, error: errorOf(link, pending, thrown) };
  }
  if (pending.hasProgress && !pending.cancelled) await pending.flushProgress();
  await respond(link, pending, answer);
}

function errorOf(link: Link, pending: PendingRequest, thrown: unknown): JsonRpcErrorObject {
  const forwarded = readForwardedError(thrown);
  if (forwarded !== undefined) return forwarded;
  // A handler that was cancelled may end in any way it likes; nobody is told.
  const report: ReportError = pending.cancelled ? () => undefined : link.options.report;
  return toJsonRpcError(failureOf(thrown, pending.request.method, report));
}

function handle(link: Link, pending: PendingRequest): JsonObject | Promise<JsonObject> {
  const { method, params } = pending.request;
  const { handlers } = link.options;
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
  if (handler === undefined) {
    const hint = didYouMean(method, Object.keys(handlers));
    throw wireError('METHOD_NOT_FOUND', `Unknown method ${JSON.stringify(method.slice(0, 60))}.${hint}`, {
      method: method.slice(0, 60),
    });
  }
  if (link.state.protocolVersion === undefined && !UNQUEUED.has(method)) {
    // MCP 2025-11-25, lifecycle: only pings come before initialization. The request itself may be flawless, so it is
    // not its params that are wrong but its time: -32600.
    throw wireError('INVALID_REQUEST', `'${method}' came before 'initialize'. Send 'initialize' first.`, { method });
  }
  return handler(params ?? {}, { context: pending.context, state: link.state });
}

async function respond(link: Link, pending: PendingRequest, answer: JsonRpcSuccess | JsonRpcFailure): Promise<void> {
  if (!link.open) return;
  const sent = pending.cancelled ? undefined : link.channel.send(answer);
  settle(link, pending);
  try {
    await sent;
  } catch (error) {
    // A result that is not JSON (a cycle, a bigint) must still be answered, or the client would wait for ever.
    const failure = failureOf(error, `answering ${pending.request.method}`, link.options.report);
    if (link.open) await link.channel.send({ jsonrpc: '2.0', id: answer.id, error: toJsonRpcError(failure) });
  }
}

async function notify(link: Link, message: JsonRpcNotification, relatedRequestId?: RequestId): Promise<void> {
  if (link.open) await link.channel.send(message, relatedRequestId);
}

function settle(link: Link, pending: PendingRequest): void {
  const { id } = pending.request;
  link.pending.delete(id);
  link.channel.settled?.(id, pending.cancelled ? 'cancelled' : 'answered');
  if (pending.holdsSlot) link.slots.leave();
  if (link.pending.size === 0) releaseIdle(link);
}

function observe(link: Link, notification: JsonRpcNotification): void {
  if (notification.method !== 'notifications/cancelled') return;
  const { requestId, reason } = notification.params ?? {};
  if (typeof requestId !== 'string' && typeof requestId !== 'number') return;
  const pending = link.pending.get(requestId);
  // MCP 2025-11-25, cancellation: the initialize request MUST NOT be cancelled.
  if (pending === undefined || pending.request.method === 'initialize') return;
  pending.cancel(
    new DOMException(typeof reason === 'string' ? reason : 'The client cancelled the request', 'AbortError'),
  );
}

function notifyCoalesced(link: Link, method: string, params: JsonObject | undefined): void {
  if (!link.open || link.state.protocolVersion === undefined) return;
  const key = params === undefined ? method : `${method} ${JSON.stringify(params)}`;
  link.sender.request(key, () => notify(link, { jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) }));
}

interface LogLine {
  readonly level: LogLevel;
  readonly data: unknown;
  readonly logger: string | undefined;
}

function sendLog(link: Link, line: LogLine, relatedRequestId?: RequestId): void {
  const { logLevel } = link.state;
  if (!link.open || logLevel === undefined || LOG_LEVELS.indexOf(line.level) < LOG_LEVELS.indexOf(logLevel)) return;
  if (link.unsentLogs >= MAX_UNSENT_LOGS) return;
  link.unsentLogs++;
  const { level, data, logger } = line;
  void deliverLog(link, { level, ...(logger === undefined ? {} : { logger }), data }, relatedRequestId);
}

async function deliverLog(link: Link, params: JsonObject, relatedRequestId: RequestId | undefined): Promise<void> {
  try {
    await notify(link, { jsonrpc: '2.0', method: 'notifications/message', params }, relatedRequestId);
  } catch {
    // A log line that cannot be written must not fail what it tells about.
  }
  link.unsentLogs--;
}

function idle(link: Link): Promise<void> {
  if (!link.open || link.pending.size === 0) return Promise.resolve();
  return new Promise((resolve) => link.idleWaiters.add(resolve));
}

function releaseIdle(link: Link): void {
  for (const resolve of link.idleWaiters) resolve();
  link.idleWaiters.clear();
}

function end(link: Link): void {
  if (!link.open) return;
  link.open = false;
  link.sender.stop();
  const gone = new DOMException('The connection closed', 'AbortError');
  link.asked.end(gone);
  for (const pending of link.pending.values()) pending.cancel(gone);
  link.pending.clear();
  link.state.subscriptions.clear();
  releaseIdle(link);
  link.resolveClosed();
}
