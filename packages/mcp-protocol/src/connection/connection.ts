import type { JsonObject } from '@modegate/json';
import { Peer } from '@modegate/json-rpc';
import { type LogLevel, STATELESS_REVISION } from '@modegate/json-rpc/mcp';
import type { ClientRequestOptions } from '../definitions/context.ts';
import { MESSAGE_RULES } from '../json-rpc/read-message.ts';
import { wireError } from '../json-rpc/wire-errors.ts';
import type { ClientConnection } from '../protocol-server.ts';
import type { ClientSession } from '../requests/request-handler.ts';
import type { RequestBatch } from './batch.ts';
import type { Channel } from './channel.ts';
import { askClient, clientRequestOptions, createInputQuestions, type Question } from './client-requests.ts';
import { createCoalescedSender } from './coalesced-sender.ts';
import { askByInputRequired } from './input-required.ts';
import type { PendingRequest } from './pending-request.ts';
import { handleNotification, receiveMessage } from './receive-message.ts';
import { createRequestLimit } from './request-limit.ts';
import { refuseMessage } from './respond.ts';
import { serveRequest } from './serve-request.ts';
import { endListeners, notifyListeners } from './serve-subscription.ts';
import {
  type ConnectionOptions,
  countInFlight,
  idle,
  push,
  releaseIdle,
  releaseSlot,
  type ServedConnection,
  send,
  sendLog,
} from './served-connection.ts';

/** A client's connection, as used internally by the server. */
export interface Connection extends ClientConnection {
  readonly session: ClientSession;
  /** Sends a notification, coalesced with others that have the same method and params. */
  notify(method: string, params?: JsonObject): void;
  /** Sends coalesced notifications immediately. */
  flush(): void;
  log(level: LogLevel, data: unknown, logger?: string): void;
  /**
   * Sends a notification immediately; returns false if the notification was dropped because the client cannot keep up.
   */
  push(method: string, params?: JsonObject): boolean;
  /** Asks the client a question outside any request. */
  ask(
    method: string,
    params: JsonObject,
    options: ClientRequestOptions & { readonly signal: AbortSignal },
  ): Promise<JsonObject>;
}

/** Opens a connection over a channel. */
export async function openConnection(channel: Channel, options: ConnectionOptions): Promise<Connection> {
  const served = createServedConnection(channel, options);
  await channel.start({
    message: (value) => receiveMessage(served, value),
    closed: () => end(served),
    get inFlight() {
      return served.pending.size - served.listeners.size;
    },
    get ownInFlight() {
      return served.pending.size - served.releasedSlots;
    },
  });
  return {
    id: served.session.connectionId,
    session: served.session,
    closed: served.closed,
    get inFlight() {
      return countInFlight(served);
    },
    has: (id) => served.pending.has(id),
    idle: () => idle(served),
    notify: (method, params) => notifyCoalesced(served, method, params),
    flush: () => served.sender.flush(),
    log: (level, data, logger) => sendLog(served, { level, data, logger }),
    push: (method, params) => push(served, method, params),
    ask: (method, params, asking) => ask(served, method, { ...asking, params }),
    close: async () => {
      if (!served.open) return;
      await endListeners(served);
      end(served);
      await channel.close();
    },
  };
}

/** Creates a connection without starting it. */
function createServedConnection(channel: Channel, options: ConnectionOptions): ServedConnection {
  const { promise: closed, resolve: resolveClosed } = Promise.withResolvers<void>();
  const session: ClientSession = {
    connectionId: channel.id ?? crypto.randomUUID(),
    isStateless: channel.isStateless === true,
    isShared: channel.isStateless === true,
    client: undefined,
    clientCapabilities: {},
    protocolVersion: channel.isStateless === true ? STATELESS_REVISION : undefined,
    logLevel: undefined,
    subscriptions: new Set(),
  };
  const peer = new Peer<Question, PendingRequest, RequestBatch | undefined>({
    ...clientRequestOptions(channel, options.schedule),
    rules: MESSAGE_RULES,
    onRequest: (request, batch) => serveRequest(served, request, batch),
    onNotification: (notification) => handleNotification(served, notification),
    onInvalid: (refused, batch) => refuseMessage(served, refused, batch),
    onWarning: options.debug,
  });
  const served: ServedConnection = {
    channel,
    options,
    session,
    peer,
    pending: peer.incoming,
    slots: createRequestLimit(options.maxConcurrent),
    sender: createCoalescedSender({ schedule: options.schedule }),
    requestOptions: {
      notify: (method, params, relatedRequestId) => send(served, { jsonrpc: '2.0', method, params }, relatedRequestId),
      headerOf: channel.headerOf?.bind(channel),
      ask: (pending, question) =>
        pending.session.isStateless
          ? askByInputRequired(served, pending, question)
          : askClient(peer.outgoing, question),
      releaseSlot: (pending) => releaseSlot(served, pending),
      log: (level, data, relatedRequestId) => sendLog(served, { level, data, logger: undefined }, relatedRequestId),
    },
    listeners: new Map(),
    suspended: new Map(),
    suspendedQuestions: createInputQuestions(options.schedule),
    idleWaiters: new Set(),
    closed,
    resolveClosed,
    open: true,
    unsent: 0,
    releasedSlots: 0,
  };
  return served;
}

function notifyCoalesced(served: ServedConnection, method: string, params: JsonObject | undefined): void {
  if (!served.open || served.session.protocolVersion === undefined) return;
  const key = params === undefined ? method : `${method} ${JSON.stringify(params)}`;
  if (served.session.isStateless) notifyListeners(served, { method, params, key });
  else
    served.sender.request(key, () =>
      send(served, { jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) }),
    );
}

function ask(
  served: ServedConnection,
  method: string,
  asking: ClientRequestOptions & { readonly params: JsonObject; readonly signal: AbortSignal },
): Promise<JsonObject> {
  const { isStateless, clientCapabilities } = served.session;
  if (!isStateless) return askClient(served.peer.outgoing, { ...asking, method, clientCapabilities });
  const message = `'${method}' cannot be sent to the client now: a client without a session can receive requests only in the response to one of its own requests.`;
  return Promise.reject(wireError('INVALID_REQUEST', message, { method }));
}

function end(served: ServedConnection): void {
  if (!served.open) return;
  served.open = false;
  served.sender.stop();
  const gone = new DOMException('The connection closed', 'AbortError');
  served.peer.end(gone, () => gone);
  served.suspendedQuestions.end(() => gone);
  for (const { origin, stopClock } of served.suspended.values()) {
    stopClock();
    origin.cancel(gone);
  }
  served.suspended.clear();
  served.session.subscriptions.clear();
  releaseIdle(served);
  served.resolveClosed();
}
