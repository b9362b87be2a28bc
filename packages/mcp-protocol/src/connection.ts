import type { Channel } from './channel.ts';
import { checkMessage } from './check-message.ts';
import type { ClientRequestOptions } from './client-requests.ts';
import type { LogLevel } from './context.ts';
import type { JsonObject, JsonRpcNotification, RequestId } from './json-rpc.ts';
import {
  type ConnectionOptions,
  createLink,
  idle,
  type Link,
  push,
  releaseIdle,
  send,
  sendLog,
  sendQuietly,
} from './link.ts';
import { cancelPending } from './pending-request.ts';
import type { ConnectionState } from './request-handler.ts';
import { serveRequest } from './serve-request.ts';

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
  /** Sends a notification at once, unless the client does not keep up. */
  push(method: string, params?: JsonObject): void;
  /** Asks the client something outside of any request. */
  ask(
    method: string,
    params: JsonObject,
    options: ClientRequestOptions & { readonly signal: AbortSignal },
  ): Promise<JsonObject>;
  /** Aborts what runs and ends the connection. */
  close(): Promise<void>;
}

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
    push: (method, params) => push(link, method, params),
    ask: (method, params, asking) =>
      link.asked.ask({ ...asking, method, params, clientCapabilities: link.state.clientCapabilities }),
    close: async () => {
      if (!link.open) return;
      end(link);
      await channel.close();
    },
  };
}

function receive(link: Link, value: unknown): void {
  if (!link.open) return;
  const checked = checkMessage(value);
  if (checked.kind === 'request') serveRequest(link, checked.message);
  else if (checked.kind === 'notification') observe(link, checked.message);
  else if (checked.kind === 'response') {
    if (!link.asked.take(checked.response)) link.options.debug('Ignored a response to a request that is not open');
  } else if (checked.kind === 'invalid') void sendQuietly(link, checked.answer);
  else link.options.debug(`Ignored ${checked.reason}`);
}

function observe(link: Link, notification: JsonRpcNotification): void {
  if (notification.method !== 'notifications/cancelled') {
    link.options.observe(notification, link.state);
    return;
  }
  const { requestId, reason } = notification.params ?? {};
  if (typeof requestId !== 'string' && typeof requestId !== 'number') return;
  const pending = link.pending.get(requestId);
  // MCP 2025-11-25, cancellation: the initialize request MUST NOT be cancelled.
  if (pending === undefined || pending.request.method === 'initialize') return;
  cancelPending(
    pending,
    new DOMException(typeof reason === 'string' ? reason : 'The client cancelled the request', 'AbortError'),
  );
}

function notifyCoalesced(link: Link, method: string, params: JsonObject | undefined): void {
  if (!link.open || link.state.protocolVersion === undefined) return;
  const key = params === undefined ? method : `${method} ${JSON.stringify(params)}`;
  link.sender.request(key, () => send(link, { jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) }));
}

function end(link: Link): void {
  if (!link.open) return;
  link.open = false;
  link.sender.stop();
  const gone = new DOMException('The connection closed', 'AbortError');
  link.asked.end(gone);
  for (const pending of link.pending.values()) cancelPending(pending, gone);
  link.pending.clear();
  link.state.subscriptions.clear();
  releaseIdle(link);
  link.resolveClosed();
}
