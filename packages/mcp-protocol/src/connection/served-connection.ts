import type { JsonObject } from '@modegate/json';
import type { Schedule } from '@modegate/timing';
import { LOG_LEVELS, type LogLevel } from '../definitions/context.ts';
import type { JsonRpcMessage, JsonRpcNotification, RequestId } from '../json-rpc/messages.ts';
import type { ObserveEnd, ObserveStart } from '../requests/request-end.ts';
import type { ClientSession, ReportError, RequestHandlers } from '../requests/request-handler.ts';
import type { Channel } from './channel.ts';
import { type ClientRequests, createClientRequests } from './client-requests.ts';
import { type CoalescedSender, createCoalescedSender } from './coalesced-sender.ts';
import type { PendingRequest, PendingRequestOptions } from './pending-request.ts';
import { createSlots, type Slots } from './slots.ts';

/** Shared by all connections of a server. */
export interface ConnectionOptions {
  readonly handlers: RequestHandlers;
  /** How many requests of one client run at once; more wait their turn. */
  readonly maxConcurrent: number;
  readonly schedule: Schedule;
  readonly report: ReportError;
  readonly debug: (message: string) => void;
  /** Called with each notification of the client. */
  readonly observe: (notification: JsonRpcNotification, session: ClientSession) => void;
  /** Called when a request has ended, before its answer goes out. */
  readonly observeStart: ObserveStart | undefined;
  readonly observeEnd: ObserveEnd | undefined;
}

/** One connection while it is served: its channel, its session, and what is under way in both directions. */
export interface ServedConnection {
  readonly channel: Channel;
  readonly options: ConnectionOptions;
  readonly session: ClientSession;
  readonly pending: Map<RequestId, PendingRequest>;
  readonly slots: Slots;
  readonly sender: CoalescedSender;
  readonly asked: ClientRequests;
  /** Shared by all requests of the connection. */
  readonly requestOptions: PendingRequestOptions;
  readonly idleWaiters: Set<() => void>;
  readonly closed: Promise<void>;
  readonly resolveClosed: () => void;
  open: boolean;
  unsent: number;
  /** How many requests wait for another program, without a slot. */
  elsewhere: number;
}

/** Creates a connection that has not started. */
export function createServedConnection(channel: Channel, options: ConnectionOptions): ServedConnection {
  let resolveClosed: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    resolveClosed = resolve;
  });
  const session: ClientSession = {
    connectionId: channel.id ?? crypto.randomUUID(),
    client: undefined,
    clientCapabilities: {},
    protocolVersion: undefined,
    logLevel: undefined,
    subscriptions: new Set(),
  };
  const served: ServedConnection = {
    channel,
    options,
    session,
    pending: new Map(),
    slots: createSlots(options.maxConcurrent),
    sender: createCoalescedSender({ schedule: options.schedule }),
    asked: createClientRequests({
      schedule: options.schedule,
      send: (message, relatedRequestId) => channel.send(message, relatedRequestId),
    }),
    requestOptions: {
      session,
      notify: (method, params, relatedRequestId) => send(served, { jsonrpc: '2.0', method, params }, relatedRequestId),
      ask: (question) => served.asked.ask(question),
      waitElsewhere: (pending) => waitElsewhere(served, pending),
      log: (level, data, relatedRequestId) => sendLog(served, { level, data, logger: undefined }, relatedRequestId),
    },
    idleWaiters: new Set(),
    closed,
    resolveClosed,
    open: true,
    unsent: 0,
    elsewhere: 0,
  };
  return served;
}

function waitElsewhere(served: ServedConnection, pending: PendingRequest): void {
  if (pending.place !== 'slot') return;
  pending.place = 'elsewhere';
  served.elsewhere++;
  served.slots.leave();
}

/** Sends a message if the connection is still open. */
export async function send(
  served: ServedConnection,
  message: JsonRpcMessage | readonly JsonRpcMessage[],
  relatedRequestId?: RequestId,
): Promise<void> {
  if (served.open) await served.channel.send(message, relatedRequestId);
}

/** Sends a message without anything waiting for it; what cannot be sent is only logged. */
export async function sendQuietly(
  served: ServedConnection,
  message: JsonRpcMessage | readonly JsonRpcMessage[],
  relatedRequestId?: RequestId,
): Promise<void> {
  try {
    await send(served, message, relatedRequestId);
  } catch (error) {
    served.options.debug(`Could not send a message: ${String(error)}`);
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
export function sendLog(served: ServedConnection, line: LogLine, relatedRequestId?: RequestId): void {
  const { logLevel } = served.session;
  if (!served.open || logLevel === undefined || LOG_LEVELS.indexOf(line.level) < LOG_LEVELS.indexOf(logLevel)) return;
  if (served.unsent >= MAX_UNSENT) return;
  const params = { level: line.level, ...(line.logger === undefined ? {} : { logger: line.logger }), data: line.data };
  void deliver(served, { jsonrpc: '2.0', method: 'notifications/message', params }, relatedRequestId);
}

async function deliver(served: ServedConnection, message: JsonRpcMessage, relatedRequestId?: RequestId): Promise<void> {
  served.unsent++;
  await sendQuietly(served, message, relatedRequestId);
  served.unsent--;
}

/** Sends a notification at once, unless the client has 64 unread ones already; tells whether it was sent. */
export function push(served: ServedConnection, method: string, params: JsonObject | undefined): boolean {
  if (!served.open || served.session.protocolVersion === undefined || served.unsent >= MAX_UNSENT) return false;
  void deliver(served, { jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) });
  return true;
}

/** Resolves once no request is in flight, or the connection has ended. */
export function idle(served: ServedConnection): Promise<void> {
  if (!served.open || served.pending.size === 0) return Promise.resolve();
  return new Promise((resolve) => served.idleWaiters.add(resolve));
}

/** Releases those who wait until no request is in flight. */
export function releaseIdle(served: ServedConnection): void {
  for (const resolve of served.idleWaiters) resolve();
  served.idleWaiters.clear();
}
