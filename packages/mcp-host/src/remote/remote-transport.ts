import type { JsonObject } from '@modegate/json';
import { HostError } from '../host-error.ts';
import { readableLine } from '../transport/server-log.ts';
import type { TransportEnd, TransportReceiver, UpstreamTransport } from '../transport/transport.ts';
import { openRemoteClient, type RemoteClient, type RemoteClientOptions, type RemoteType } from './remote-client.ts';
import {
  isLoginError,
  type RemoteFailure,
  readRemoteFailure,
  remoteClosed,
  remoteStartFailure,
  withoutSecrets,
} from './remote-failure.ts';
import { inspectResponses } from './response-inspector.ts';
import { createStatelessMessages, type StatelessMessages } from './stateless-messages.ts';
import { findUnsupportedTarget } from './unsupported-target.ts';

/** The server to connect to, and the limits of its messages and of its end. */
export interface RemoteTransportOptions {
  readonly type: RemoteType;
  readonly url: string;
  /** Sent with every request, and never to another origin. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether `streamable-http` is only a guess, so that a server which refuses it is tried with `sse`. */
  readonly typeInferred: boolean;
  /** A longer message ends the link; counted in UTF-16 code units. Default 64 Mi. */
  readonly maxMessageLength?: number;
  /** How long the end of a session may take. Default 2000. */
  readonly stopGraceMs?: number;
  /** Default: the one of the platform. */
  readonly fetch?: typeof fetch;
}

const DEFAULT_MAX_MESSAGE_LENGTH = 64 * 1024 * 1024;
const DEFAULT_STOP_GRACE_MS = 2000;

/**
 * Creates a transport to a server on the network (MCP 2025-11-25, basic/transports) over the MCP SDK's own, which are loaded
 * by the first start. A redirect is followed only within the origin of `url` (or from http to https on the same host), so
 * that `headers` never reach another.
 *
 * A session that the server has ended, a host that cannot be reached any more and an event stream that cannot be resumed end
 * the link; an HTTP error that answers one message fails that message only.
 */
export function createRemoteTransport(options: RemoteTransportOptions): UpstreamTransport {
  const link: RemoteLink = {
    options,
    client: undefined,
    receiver: undefined,
    established: false,
    isProbing: false,
    modern: createStatelessMessages(),
    closing: Promise.withResolvers<never>(),
    ended: undefined,
  };
  // It may reject while no promise waits for it.
  link.closing.promise.catch(() => undefined);
  return {
    start: (receiver) => start(link, receiver),
    send: (message, headers) => send(link, message, headers),
    cancel: (id) => link.modern.cancel(id),
    close: async () => {
      link.closing.reject(new Error('it was closed before it was connected'));
      if (link.client === undefined) return;
      await end(link, { reason: 'closed', message: 'The connection was closed.' });
    },
    hasSession: () => link.client?.hasSession() === true,
    agreed: (protocolVersion) => link.client?.agreed(protocolVersion),
  };
}

interface RemoteLink {
  readonly options: RemoteTransportOptions;
  client: RemoteClient | undefined;
  receiver: TransportReceiver | undefined;
  /** Whether the server has taken a message, so that its transport is no longer a guess. */
  established: boolean;
  /** Whether it is being asked for its revision, so that an HTTP error may be an answer. */
  isProbing: boolean;
  readonly modern: StatelessMessages;
  /** Rejects when the link is closed, which a connection that is being made must not outlive. */
  readonly closing: PromiseWithResolvers<never>;
  ended: Promise<void> | undefined;
}

async function start(link: RemoteLink, receiver: TransportReceiver): Promise<void> {
  const { url, headers, type } = link.options;
  const problem = findUnsupportedTarget(url, headers);
  if (problem !== undefined)
    throw remoteStartFailure(link.options.url, { reason: problem, status: undefined, systemCode: undefined });
  link.receiver = receiver;
  try {
    link.client = await connect(link, type);
  } catch (error) {
    throw remoteStartFailure(link.options.url, readRemoteFailure(error), error);
  }
}

function connect(link: RemoteLink, type: RemoteType): Promise<RemoteClient> {
  const opening = openRemoteClient(type, clientOptions(link));
  const connecting = Promise.race([opening, link.closing.promise]);
  // A connection that comes too late is not left open.
  connecting.catch(() => opening.then((client) => client.close(0)).catch(() => undefined));
  return connecting;
}

function clientOptions(link: RemoteLink): RemoteClientOptions {
  const { options } = link;
  const { url, headers, maxMessageLength = DEFAULT_MAX_MESSAGE_LENGTH } = options;
  return {
    url: new URL(url),
    headers,
    onFailed: (error) => fail(link, readRemoteFailure(error).reason, error),
    onTrouble: (error) => note(link, readRemoteFailure(error).reason),
    fetch: inspectResponses({
      fetch: options.fetch ?? fetch,
      maxMessageLength,
      passesErrors: () => link.established || link.isProbing,
      modern: link.modern,
      receiver: {
        message: (value) => tell(link, value),
        garbage: (text) => note(link, text),
        oversized: () => fail(link, `it sent a message of more than ${maxMessageLength} characters.`),
        unanswered: (id) => {
          const isExpected = link.modern.isCancelled(id) || link.modern.isListening(id);
          if (!isExpected) note(link, 'The server ended the response to a request without answering it.');
          tell(link, { jsonrpc: '2.0', id, result: undefined });
        },
      },
    }),
  };
}

// After the end the receiver hears nothing more.
function tell(link: RemoteLink, value: JsonObject): void {
  if (value.method === undefined) link.modern.end(value.id);
  if (link.ended === undefined) link.receiver?.message(value);
}

function note(link: RemoteLink, text: string): void {
  if (link.ended === undefined) link.receiver?.note('garbage', readableLine(text));
}

async function send(
  link: RemoteLink,
  message: JsonObject,
  headers: Readonly<Record<string, string>> | undefined,
): Promise<void> {
  const { client, modern } = link;
  if (client === undefined || link.ended !== undefined) throw remoteClosed(link.options.url, 'it is not open.');
  link.isProbing = message.method === PROBE;
  const isCancelled = modern.begin(message, headers);
  try {
    await client.send(message);
    link.established = true;
  } catch (error) {
    modern.end(message.id);
    if (!isCancelled()) await recover(link, message, error);
  }
}

/** The question for the revision of a server; only the one before it is established counts. */
const PROBE = 'server/discover';

/** Decides what a message that could not be sent means: another transport, the end of the link, or the end of one request. */
async function recover(link: RemoteLink, message: JsonObject, error: unknown): Promise<void> {
  // It is about this message, and has all the words that it needs.
  if (isLoginError(error)) throw error;
  const failure = readRemoteFailure(error);
  if (message.method !== PROBE && mayBeOldTransport(link, failure)) {
    await sendOldWay(link, message, { failure, error });
    return;
  }
  const isProbeOnly = message.method === PROBE && ONE_MESSAGE_ONLY.has(failure.systemCode ?? '');
  if (!isProbeOnly && endsLink(link, failure)) fail(link, failure.reason, error);
  if ((failure.status === undefined && !isProbeOnly) || link.ended !== undefined)
    throw remoteClosed(link.options.url, failure.reason, error);
  const { reason, status } = failure;
  throw new HostError(
    'UPSTREAM_PROTOCOL',
    `The server at ${withoutSecrets(link.options.url)} did not accept a message: ${reason}`,
    {
      data: { server: undefined, reason, httpStatus: status },
      cause: error,
    },
  );
}

// A connection that was broken off, or on which nothing came for long, was that of one message only.
const ONE_MESSAGE_ONLY: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

function endsLink({ client, established }: RemoteLink, { status, systemCode }: RemoteFailure): boolean {
  if (status !== undefined) return status === 404 && client?.hasSession() === true;
  return !established || systemCode === undefined || !ONE_MESSAGE_ONLY.has(systemCode);
}

// MCP 2025-11-25, basic/transports, backwards compatibility: these say that the server has only the transport of 2024-11-05.
const OLD_TRANSPORT_STATUSES: readonly (number | undefined)[] = [400, 404, 405];

function mayBeOldTransport({ options, established }: RemoteLink, { status }: RemoteFailure): boolean {
  return (
    options.typeInferred &&
    options.type === 'streamable-http' &&
    !established &&
    OLD_TRANSPORT_STATUSES.includes(status)
  );
}

async function sendOldWay(
  link: RemoteLink,
  message: JsonObject,
  first: { readonly failure: RemoteFailure; readonly error: unknown },
): Promise<void> {
  try {
    const client = await connect(link, 'sse');
    await link.client?.close(0);
    link.client = client;
    await client.send(message);
    link.established = true;
  } catch (error) {
    const reason = `${first.failure.reason} Tried as "sse", too: ${readRemoteFailure(error).reason}`;
    throw remoteStartFailure(link.options.url, { ...first.failure, reason }, first.error);
  }
}

function fail(link: RemoteLink, reason: string, cause?: unknown): void {
  const message = `The connection to ${withoutSecrets(link.options.url)} has failed: ${reason}`;
  void end(link, { reason: 'failed', message, ...(cause === undefined ? {} : { cause }) });
}

function end(link: RemoteLink, how: TransportEnd): Promise<void> {
  link.ended ??= endNow(link, how);
  return link.ended;
}

async function endNow(link: RemoteLink, how: TransportEnd): Promise<void> {
  await link.client?.close(how.reason === 'closed' ? (link.options.stopGraceMs ?? DEFAULT_STOP_GRACE_MS) : 0);
  link.receiver?.closed(how);
}
