import type { JsonObject } from '@modegate/json';
import type { JsonRpcMessage, JsonRpcNotification, OutgoingRequests, Peer, RequestId } from '@modegate/json-rpc';
import { LOG_LEVELS, type LogLevel } from '@modegate/json-rpc/mcp';
import type { Schedule } from '@modegate/timing';
import type { Implementation } from '../definitions/context.ts';
import type { ClientSession, ReportError, RequestHandlers } from '../requests/request-handler.ts';
import type { ObserveEnd, ObserveStart } from '../requests/request-outcome.ts';
import type { RequestBatch } from './batch.ts';
import type { Channel } from './channel.ts';
import type { InputQuestion, Question } from './client-requests.ts';
import type { CoalescedSender } from './coalesced-sender.ts';
import type { InputExchange, PendingRequest, PendingRequestOptions } from './pending-request.ts';
import type { RequestLimit } from './request-limit.ts';

/** Options shared by all connections of a server. */
export interface ConnectionOptions {
  readonly info: Implementation;
  readonly handlers: RequestHandlers;
  /** Handlers for requests of revision 2026-07-28 or later. */
  readonly statelessHandlers: RequestHandlers;
  /** Maximum number of concurrent requests per client; further requests are queued. */
  readonly maxConcurrent: number;
  readonly schedule: Schedule;
  readonly report: ReportError;
  readonly debug: (message: string) => void;
  /** Called with each notification from the client. */
  readonly observe: (notification: JsonRpcNotification, session: ClientSession) => void;
  /** Called when a request begins. */
  readonly observeStart: ObserveStart | undefined;
  readonly observeEnd: ObserveEnd | undefined;
}

/** A connection being served: its channel, its session, and requests in both directions. */
export interface ServedConnection {
  readonly channel: Channel;
  readonly options: ConnectionOptions;
  readonly session: ClientSession;
  readonly peer: Peer<Question, PendingRequest, RequestBatch | undefined>;
  /** Requests from the client that are in progress. */
  readonly pending: Map<RequestId, PendingRequest>;
  readonly slots: RequestLimit;
  readonly sender: CoalescedSender;
  /** Subscriptions of stateless clients, by request. */
  readonly listeners: Map<RequestId, SubscriptionListener>;
  /** Exchanges waiting for the client's retry, by the state that the client must return. */
  readonly suspended: Map<string, InputExchange>;
  readonly suspendedQuestions: OutgoingRequests<InputQuestion>;
  /** Options shared by all requests of the connection. */
  readonly requestOptions: PendingRequestOptions;
  readonly idleWaiters: Set<() => void>;
  readonly closed: Promise<void>;
  readonly resolveClosed: () => void;
  open: boolean;
  unsent: number;
  /** Number of requests that continue without a slot. */
  releasedSlots: number;
}

/** A request that receives notifications until it ends. */
export interface SubscriptionListener {
  /** The id that the client assigned to the request. */
  readonly wireId: RequestId;
  /** True if the listener requested a notification; always false until the subscription is acknowledged. */
  wants: (method: string, uri: unknown) => boolean;
  /** The requested resources. */
  readonly uris: readonly string[];
  /** Ends the subscription with a result. */
  readonly end: () => void;
}

/** Frees the slot of a request, which then continues without a slot. */
export function releaseSlot(served: ServedConnection, pending: PendingRequest): void {
  if (pending.stage !== 'running') return;
  pending.stage = 'slotReleased';
  served.releasedSlots++;
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

/** Sends a message without waiting; failures are only logged. */
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

/** Sends a log line if the client requested its level; drops the line if 64 messages are unread. */
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

/** Sends a notification immediately; returns false if 64 messages are unread. */
export function push(served: ServedConnection, method: string, params: JsonObject | undefined): boolean {
  const { protocolVersion, isStateless } = served.session;
  if (!served.open || isStateless || protocolVersion === undefined || served.unsent >= MAX_UNSENT) return false;
  void deliver(served, { jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) });
  return true;
}

/** Resolves once no request is in flight, or the connection has ended. */
export function idle(served: ServedConnection): Promise<void> {
  if (!served.open || isIdle(served)) return Promise.resolve();
  return new Promise((resolve) => served.idleWaiters.add(resolve));
}

/**
 * Returns the number of unfinished requests, including exchanges that are waiting for a retry; subscriptions are not
 * included, because they end with the connection.
 */
export function countInFlight({ pending, listeners, suspended }: ServedConnection): number {
  return pending.size - listeners.size + suspended.size;
}

/** True if only subscriptions are in progress. */
export function isIdle({ pending, listeners }: ServedConnection): boolean {
  return pending.size === listeners.size;
}

/** Resolves the promises of {@link idle}. */
export function releaseIdle(served: ServedConnection): void {
  for (const resolve of served.idleWaiters) resolve();
  served.idleWaiters.clear();
}
