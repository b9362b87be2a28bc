import { isJsonObject, type JsonObject } from '@modegate/json';
import {
  type JsonRpcNotification,
  type JsonRpcRequest,
  type OutgoingRequestsOptions,
  Peer,
  preview,
} from '@modegate/json-rpc';
import { backgroundSchedule } from '@modegate/timing';
import { isComplete } from '../revisions/result-frame.ts';
import type { TransportEnd, TransportReceiver, UpstreamTransport } from '../transport/transport.ts';
import { createServerRequests } from './server-requests.ts';
import { closedError, malformedError, resultTypeError, sendFailure, timeoutError } from './upstream-errors.ts';
import type { UpstreamOptions } from './upstream-options.ts';
import type { SendRaw, SentRequestOptions } from './upstream-request.ts';

/** JSON-RPC connection to one server whose revision is not yet known. */
export type UpstreamPeer = ReturnType<typeof createUpstreamPeer>;

const DEFAULT_MAX_SERVER_REQUESTS = 64;
const MAX_TOTAL_MS = 3_600_000;
const NO_PARAMS: JsonObject = {};

// MCP 2025-11-25, cancellation: a client must not cancel `initialize`. A server that ignores `server/discover` may not
// support cancellation either.
const NOT_CANCELLED: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

/** Creates the peer for a server without sending anything. */
// oxlint-disable-next-line max-lines-per-function -- all parts share the state of the connection
export function createUpstreamPeer(transport: UpstreamTransport, options: UpstreamOptions) {
  const { name: server } = options;
  const log = options.onLog ?? (() => undefined);
  const warn = (text: string): void => log('garbage', text);
  const link: PeerLink = { transport, options, isStateless: false };
  let { onNotification } = options;

  const peer = new Peer<SentRequestOptions>({
    ...outgoingOptions(link),
    onRequest: (request) => {
      if (link.isStateless) warn(`A request ${preview(request.method)}, which MCP 2026-07-28 does not define`);
      else serverRequests.take(request);
    },
    onInvalid: (invalid) => serverRequests.refuse(invalid),
    onWarning: warn,
    onNotification: (notification) => {
      try {
        handleServerNotification(notification);
      } catch (error) {
        warn(`The notification ${preview(notification.method)} could not be handled: ${String(error)}`);
      }
    },
  });
  const handleServerNotification = ({ method, params = NO_PARAMS }: JsonRpcNotification): void => {
    // Progress that arrives after the request has finished is dropped, as MCP allows.
    if (method === 'notifications/progress')
      peer.outgoing.resetIdleTimeout(params.progressToken, isHeard)?.onProgress?.(params);
    else if (method === 'notifications/cancelled' && !link.isStateless) serverRequests.cancel(params);
    else onNotification(method, params);
  };
  const serverRequests = createServerRequests({
    running: peer.incoming,
    send: async (message) => transport.send(message),
    note: warn,
    onRequest: options.onRequest,
    maxAtOnce: options.maxServerRequests ?? DEFAULT_MAX_SERVER_REQUESTS,
  });
  const { promise: closed, resolve: resolveClosed } = Promise.withResolvers<TransportEnd>();
  const ending = new AbortController();
  const ended: AbortSignal = ending.signal;
  let lost: TransportEnd | undefined;
  return {
    request: ((method, params, requestOptions) =>
      peer.outgoing.request(method, params, requestOptions)) satisfies SendRaw,
    /** Returns the number of unanswered requests to the server. */
    unanswered: () => peer.outgoing.size,
    notify: (method: string, params?: JsonObject) => notify(transport, method, params),
    /** Resolves when the link has ended. */
    closed,
    /** Signal that is aborted when the link has ended. */
    ended,
    receiver: {
      note: log,
      message: (message) => peer.receive(message, undefined),
      closed: (end) => {
        const how = lost ?? end;
        ending.abort(closedError(how, { server, method: 'the request' }));
        peer.end(new Error(how.message), (method) => closedError(how, { server, method }));
        resolveClosed(how);
      },
    } satisfies TransportReceiver,
    /**
     * Switches to the stateless revision, with a new listener for notifications: the server sends no requests, results of
     * every type are passed on, and requests are cancelled through the transport.
     */
    switchToStateless: (listener: UpstreamOptions['onNotification']) => {
      link.isStateless = true;
      onNotification = listener;
    },
    /** Completes a request with an empty result and closes its HTTP response. */
    endRequest: (id: number) => {
      peer.outgoing.settle({ id, result: {} });
      transport.cancel?.(id);
    },
    /** Ends the link from this side, for the given reason. */
    disconnect: (message: string) => {
      lost ??= { reason: 'failed', message };
      void transport.close();
    },
  };
}

interface PeerLink {
  readonly transport: UpstreamTransport;
  readonly options: UpstreamOptions;
  isStateless: boolean;
}

function outgoingOptions(link: PeerLink): OutgoingRequestsOptions<SentRequestOptions> {
  const { transport, options } = link;
  const { name: server, requestTimeoutMs, now = () => performance.now(), schedule = backgroundSchedule } = options;
  return {
    requestTimeoutMs,
    maxTotalMs: MAX_TOTAL_MS,
    now,
    schedule,
    send: (request, { onId, onProgress, headers }) => {
      onId?.(request.id);
      return transport.send(onProgress === undefined ? request : withToken(request), headers);
    },
    cancel: ({ id, method }, reason) => {
      if (NOT_CANCELLED.has(method)) return;
      if (link.isStateless && transport.cancel !== undefined) {
        transport.cancel(id);
        return;
      }
      const params = { requestId: id, reason: reason instanceof Error ? reason.message : String(reason) };
      // The request is considered finished, even if this notification never reaches the server.
      notify(transport, 'notifications/cancelled', params).catch(() => undefined);
    },
    timeoutError: (method, timeout) => timeoutError({ server, method }, timeout),
    malformedError: (method, response) => malformedError(response, { server, method }),
    refuseResult: (method, result) =>
      link.isStateless || isComplete(result) ? undefined : resultTypeError(result, { server, method }),
    sendError: (method, error) => sendFailure(error, { server, method }),
  };
}

async function notify(transport: UpstreamTransport, method: string, params?: JsonObject): Promise<void> {
  await transport.send(params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params });
}

function isHeard({ onProgress }: SentRequestOptions): boolean {
  return onProgress !== undefined;
}

/** The progress token is the request id, so that one table serves both. */
function withToken(request: JsonRpcRequest<number>): JsonRpcRequest {
  const { id: progressToken, params } = request;
  const meta = isJsonObject(params?._meta) ? params._meta : {};
  return { ...request, params: { ...params, _meta: { ...meta, progressToken } } };
}
