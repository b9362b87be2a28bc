import { createDeferred } from './deferred.ts';
import { createDispatcher } from './dispatch-message.ts';
import { initializeServer } from './initialize-server.ts';
import type { JsonObject } from './json-object.ts';
import { createPendingRequests, type PendingRequests } from './pending-requests.ts';
import { realSchedule, type Schedule } from './schedule.ts';
import { createServerRequests } from './server-requests.ts';
import { lateStart, startFailure } from './start-failure.ts';
import type { NoteKind, TransportEnd, TransportReceiver, UpstreamTransport } from './transport.ts';
import { closedError } from './upstream-closed.ts';

/** What {@link openUpstream} needs beside the link. */
export interface UpstreamOptions {
  /** The server's name in messages of errors. Default: nameless. */
  readonly name?: string;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** What we declare that the server may ask of us. */
  readonly capabilities: JsonObject;
  /** How long `initialize` may take. */
  readonly initializeTimeoutMs: number;
  /** How long a request may take that says nothing else. */
  readonly requestTimeoutMs: number;
  /** How many requests of the server are answered at once; more are refused. Default 64. */
  readonly maxServerRequests?: number;
  /** Answers a request of the server (`ping` is answered inside); throw an {@link RpcError} to refuse. */
  onRequest(method: string, params: JsonObject, context: { readonly signal: AbortSignal }): Promise<JsonObject>;
  /** Takes a notification: synchronously, in order, and before any response that came later. */
  onNotification(method: string, params: JsonObject): void;
  /** Takes a line of the server's log, or a remark on something that it should not have sent. */
  onNote?(kind: NoteKind, text: string): void;
  /** Milliseconds of a clock that never goes back. Default: `performance.now`. */
  readonly now?: () => number;
  /** Runs something later and returns how to call it off. Default: a timer that does not keep the process alive. */
  readonly schedule?: Schedule;
}

/** How long and how one request is waited for. */
export interface UpstreamRequestOptions {
  /** Aborting it tells the server and rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** How long without an answer or progress; each progress notification restarts it. Default: `requestTimeoutMs`. */
  readonly timeoutMs?: number;
  /** How long in all, whatever progress comes. Default one hour. */
  readonly maxTotalMs?: number;
  /** Takes the `params` of each progress notification, synchronously; a fresh token is put into `params._meta`. */
  readonly onProgress?: (params: JsonObject) => void;
}

/** An initialised MCP server. */
export interface Upstream {
  readonly serverInfo: JsonObject;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
  readonly protocolVersion: string;
  readonly pid?: number | undefined;
  /**
   * Sends a request and resolves with its result, the very object that was parsed.
   *
   * @throws RpcError when the server answers with an error; HostError `REQUEST_TIMEOUT`, `UPSTREAM_CLOSED` or
   * `UPSTREAM_PROTOCOL`; the reason of `signal` when that was aborted.
   */
  request(method: string, params: JsonObject | undefined, options?: UpstreamRequestOptions): Promise<JsonObject>;
  /** Sends a notification; resolves when it has been taken over. */
  notify(method: string, params?: JsonObject): Promise<void>;
  /** Resolves when the link has ended, however. */
  readonly closed: Promise<TransportEnd>;
  /** Ends the link. May be called again. Never rejects. */
  close(): Promise<void>;
}

const DEFAULT_MAX_SERVER_REQUESTS = 64;

/**
 * Starts a transport and initialises the server behind it (MCP 2025-11-25, basic/lifecycle). Closing the transport
 * meanwhile makes it fail at once.
 *
 * @throws HostError `UPSTREAM_START_FAILED` or `UPSTREAM_PROTOCOL`; the transport is closed by then.
 */
export async function openUpstream(transport: UpstreamTransport, options: UpstreamOptions): Promise<Upstream> {
  const peer = createPeer(transport, options);
  try {
    await startInTime(transport, peer.receiver, options);
    const initialized = await initializeServer(peer.requests, options);
    transport.agreed?.(initialized.protocolVersion);
    await peer.notify('notifications/initialized', undefined);
    return {
      ...initialized,
      pid: transport.pid,
      request: peer.requests.request,
      notify: peer.notify,
      closed: peer.closed,
      close: () => transport.close(),
    };
  } catch (error) {
    await transport.close();
    throw startFailure(error, options.name);
  }
}

async function startInTime(
  transport: UpstreamTransport,
  receiver: TransportReceiver,
  { name, initializeTimeoutMs, schedule = realSchedule }: UpstreamOptions,
): Promise<void> {
  let late = false;
  const callOff = schedule(() => {
    late = true;
    void transport.close();
  }, initializeTimeoutMs);
  try {
    await transport.start(receiver);
  } catch (error) {
    throw late ? lateStart(initializeTimeoutMs, name, error) : error;
  } finally {
    callOff();
  }
}

interface Peer {
  readonly receiver: TransportReceiver;
  readonly requests: PendingRequests;
  readonly notify: (method: string, params?: JsonObject) => Promise<void>;
  readonly closed: Promise<TransportEnd>;
}

function createPeer(transport: UpstreamTransport, options: UpstreamOptions): Peer {
  const { name, requestTimeoutMs, now = () => performance.now(), schedule = realSchedule } = options;
  const send = (message: JsonObject): Promise<void> => transport.send(message);
  const note = options.onNote ?? (() => undefined);
  const requests = createPendingRequests({ name, send, requestTimeoutMs, now, schedule });
  const serverRequests = createServerRequests({
    send,
    note: (text) => note('garbage', text),
    onRequest: options.onRequest,
    maxAtOnce: options.maxServerRequests ?? DEFAULT_MAX_SERVER_REQUESTS,
  });
  const { promise: closed, resolve: resolveClosed } = createDeferred<TransportEnd>();
  return {
    requests,
    closed,
    receiver: {
      note,
      message: createDispatcher({ requests, serverRequests, onNotification: options.onNotification, note }),
      closed: (end) => {
        requests.end((method) => closedError(end, { server: name, method }));
        serverRequests.end(end.message);
        resolveClosed(end);
      },
    },
    notify: (method, params) =>
      send(params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params }),
  };
}
