import type { JsonObject } from '@modegate/json';
import { backgroundSchedule, type Schedule } from '@modegate/timing';
import type { NoteKind, TransportEnd, TransportReceiver, UpstreamTransport } from '../transport/transport.ts';
import { createDispatcher } from './dispatch-message.ts';
import { initializeServer } from './initialize-server.ts';
import { createPendingRequests, type PendingRequests } from './pending-requests.ts';
import { createServerRequests } from './server-requests.ts';
import { closedError, lateStart, startFailure } from './upstream-errors.ts';
import type { SendRequest } from './upstream-request.ts';

/** Who we are to the server, how long it may take, and who hears what it sends. */
export interface UpstreamOptions {
  /** The server's name in messages of errors. Default: nameless. */
  readonly name?: string;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** Declared in `initialize`: the server may ask these of us. */
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

/** An initialised MCP server. */
export interface Upstream {
  readonly serverInfo: JsonObject;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
  readonly protocolVersion: string;
  readonly pid?: number | undefined;
  readonly request: SendRequest;
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
  { name, initializeTimeoutMs, schedule = backgroundSchedule }: UpstreamOptions,
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
  const { name, requestTimeoutMs, now = () => performance.now(), schedule = backgroundSchedule } = options;
  const send = (message: JsonObject): Promise<void> => transport.send(message);
  const note = options.onNote ?? (() => undefined);
  const requests = createPendingRequests({ name, send, requestTimeoutMs, now, schedule });
  const serverRequests = createServerRequests({
    send,
    note: (text) => note('garbage', text),
    onRequest: options.onRequest,
    maxAtOnce: options.maxServerRequests ?? DEFAULT_MAX_SERVER_REQUESTS,
  });
  const { promise: closed, resolve: resolveClosed } = Promise.withResolvers<TransportEnd>();
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
