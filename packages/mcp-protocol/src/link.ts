import type { Channel } from './channel.ts';
import { type ClientRequests, createClientRequests } from './client-requests.ts';
import { type CoalescedSender, createCoalescedSender, type Schedule } from './coalesced-sender.ts';
import { LOG_LEVELS, type LogLevel } from './context.ts';
import type { JsonObject, JsonRpcMessage, JsonRpcNotification, RequestId } from './json-rpc.ts';
import type { PendingRequest, PendingRequestOptions } from './pending-request.ts';
import type { ConnectionState, ReportError, RequestHandlers } from './request-handler.ts';
import { createSlots, type Slots } from './slots.ts';

/** What all connections of a server share. */
export interface ConnectionOptions {
  readonly handlers: RequestHandlers;
  /** How many requests of one client run at once; more wait their turn. */
  readonly maxConcurrent: number;
  readonly schedule: Schedule;
  readonly report: ReportError;
  readonly debug: (message: string) => void;
  /** Told of each notification of the client. */
  readonly observe: (notification: JsonRpcNotification, state: ConnectionState) => void;
}

/** Everything that the two ends of a connection hold in common. */
export interface Link {
  readonly channel: Channel;
  readonly options: ConnectionOptions;
  readonly state: ConnectionState;
  readonly pending: Map<RequestId, PendingRequest>;
  readonly slots: Slots;
  readonly sender: CoalescedSender;
  readonly asked: ClientRequests;
  /** What every request of the connection shares. */
  readonly requestOptions: PendingRequestOptions;
  readonly idleWaiters: Set<() => void>;
  readonly closed: Promise<void>;
  readonly resolveClosed: () => void;
  open: boolean;
  unsent: number;
}

/** Creates the link of a connection that has not started. */
export function createLink(channel: Channel, options: ConnectionOptions): Link {
  let resolveClosed: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    resolveClosed = resolve;
  });
  const state: ConnectionState = {
    connectionId: channel.id ?? crypto.randomUUID(),
    client: undefined,
    clientCapabilities: {},
    protocolVersion: undefined,
    logLevel: undefined,
    subscriptions: new Set(),
  };
  const link: Link = {
    channel,
    options,
    state,
    pending: new Map(),
    slots: createSlots(options.maxConcurrent),
    sender: createCoalescedSender({ schedule: options.schedule }),
    asked: createClientRequests({
      schedule: options.schedule,
      send: (message, relatedRequestId) => channel.send(message, relatedRequestId),
    }),
    requestOptions: {
      state,
      notify: (method, params, relatedRequestId) => send(link, { jsonrpc: '2.0', method, params }, relatedRequestId),
      ask: (question) => link.asked.ask(question),
      log: (level, data, relatedRequestId) => sendLog(link, { level, data, logger: undefined }, relatedRequestId),
    },
    idleWaiters: new Set(),
    closed,
    resolveClosed,
    open: true,
    unsent: 0,
  };
  return link;
}

/** Sends a message if the connection is still open. */
export async function send(link: Link, message: JsonRpcMessage, relatedRequestId?: RequestId): Promise<void> {
  if (link.open) await link.channel.send(message, relatedRequestId);
}

/** Sends a message that nobody waits for; what cannot be sent is only logged. */
export async function sendQuietly(link: Link, message: JsonRpcMessage, relatedRequestId?: RequestId): Promise<void> {
  try {
    await send(link, message, relatedRequestId);
  } catch (error) {
    link.options.debug(`Could not send a message: ${String(error)}`);
  }
}

/** A line for the client's log. */
export interface LogLine {
  readonly level: LogLevel;
  readonly data: unknown;
  readonly logger: string | undefined;
}

const MAX_UNSENT = 64;

/** Sends a log line to a client that set a level which covers it; to one that does not read, at most 64 that it has not read. */
export function sendLog(link: Link, line: LogLine, relatedRequestId?: RequestId): void {
  const { logLevel } = link.state;
  if (!link.open || logLevel === undefined || LOG_LEVELS.indexOf(line.level) < LOG_LEVELS.indexOf(logLevel)) return;
  if (link.unsent >= MAX_UNSENT) return;
  const params = { level: line.level, ...(line.logger === undefined ? {} : { logger: line.logger }), data: line.data };
  void deliver(link, { jsonrpc: '2.0', method: 'notifications/message', params }, relatedRequestId);
}

async function deliver(link: Link, message: JsonRpcMessage, relatedRequestId?: RequestId): Promise<void> {
  link.unsent++;
  await sendQuietly(link, message, relatedRequestId);
  link.unsent--;
}

/** Sends a notification at once, unless the client has 64 unread ones already; tells nobody whether it arrived. */
export function push(link: Link, method: string, params: JsonObject | undefined): void {
  if (!link.open || link.state.protocolVersion === undefined || link.unsent >= MAX_UNSENT) return;
  void deliver(link, { jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) });
}

/** Resolves once no request is in flight, or the connection has ended. */
export function idle(link: Link): Promise<void> {
  if (!link.open || link.pending.size === 0) return Promise.resolve();
  return new Promise((resolve) => link.idleWaiters.add(resolve));
}

/** Tells those who wait that no request is in flight. */
export function releaseIdle(link: Link): void {
  for (const resolve of link.idleWaiters) resolve();
  link.idleWaiters.clear();
}
