import type { JsonObject } from '@modegate/json';
import { backgroundSchedule } from '@modegate/timing';
import type { TransportEnd, TransportReceiver, UpstreamTransport } from '../transport/transport.ts';
import { createDispatcher } from './dispatch-message.ts';
import { createPendingRequests, type PendingRequests } from './pending-requests.ts';
import { createServerRequests } from './server-requests.ts';
import { closedError } from './upstream-errors.ts';
import type { UpstreamOptions } from './upstream-options.ts';

/** JSON-RPC with one server, before it is known how that speaks. */
export interface Peer {
  readonly receiver: TransportReceiver;
  readonly requests: PendingRequests;
  readonly notify: (method: string, params?: JsonObject) => Promise<void>;
  /** Resolves when the link has ended. */
  readonly closed: Promise<TransportEnd>;
  /** Aborted when the link has ended. */
  readonly ended: AbortSignal;
  /** Who takes notifications from now on, in a modern era, in which a server asks nothing. */
  readonly becomeModern: (onNotification: UpstreamOptions['onNotification']) => void;
  /** Ends the link for a reason of ours. */
  readonly lose: (message: string) => void;
}

const DEFAULT_MAX_SERVER_REQUESTS = 64;

/** Makes the peer of a server; nothing is sent. */
export function createPeer(transport: UpstreamTransport, options: UpstreamOptions): Peer {
  const { name, requestTimeoutMs, now = () => performance.now(), schedule = backgroundSchedule } = options;
  const note = options.onNote ?? (() => undefined);
  const send: UpstreamTransport['send'] = (message, headers) => transport.send(message, headers);
  const requests = createPendingRequests({ name, send, requestTimeoutMs, now, schedule });
  const serverRequests = createServerRequests({
    send,
    note: (text) => note('garbage', text),
    onRequest: options.onRequest,
    maxAtOnce: options.maxServerRequests ?? DEFAULT_MAX_SERVER_REQUESTS,
  });
  const { promise: closed, resolve: resolveClosed } = Promise.withResolvers<TransportEnd>();
  const ended = new AbortController();
  let lost: TransportEnd | undefined;
  const parts = { requests, serverRequests, note };
  let dispatch = createDispatcher({ ...parts, onNotification: options.onNotification });
  return {
    requests,
    closed,
    ended: ended.signal,
    receiver: {
      note,
      message: (message) => dispatch(message),
      closed: (end) => {
        const how = lost ?? end;
        ended.abort(closedError(how, { server: name, method: 'the request' }));
        requests.end((method) => closedError(how, { server: name, method }));
        serverRequests.end(how.message);
        resolveClosed(how);
      },
    },
    notify: (method, params) =>
      send(params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params }),
    becomeModern: (onNotification) => {
      requests.speakModern(transport.cancel === undefined ? undefined : (id) => transport.cancel?.(id));
      dispatch = createDispatcher({ ...parts, serverRequests: undefined, onNotification });
    },
    lose: (message) => {
      lost ??= { reason: 'failed', message };
      void transport.close();
    },
  };
}
