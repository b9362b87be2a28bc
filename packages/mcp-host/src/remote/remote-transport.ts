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

/** Options of {@link createRemoteTransport}. */
export interface RemoteTransportOptions {
  readonly type: RemoteType;
  readonly url: string;
  /** HTTP headers sent with every request, but never to another origin. */
  readonly headers: Readonly<Record<string, string>>;
  /** True if `streamable-http` is a guess; if the server rejects it, `sse` is tried. */
  readonly typeInferred: boolean;
  /** Maximum length of a message, in UTF-16 code units; a longer message ends the link. Default 64 Mi. */
  readonly maxMessageLength?: number;
  /** Time limit for ending a session. Default 2000. */
  readonly stopGraceMs?: number;
  /** Sends requests. Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch;
}

const DEFAULT_MAX_MESSAGE_LENGTH = 64 * 1024 * 1024;
const DEFAULT_STOP_GRACE_MS = 2000;

/**
 * Creates a transport to a remote server (MCP 2025-11-25, basic/transports) based on the MCP SDK's transport, which is
 * loaded on first start. Redirects are followed only within the origin of `url` (or from http to https on the same
 * host), so that `headers` never reach another origin.
 *
 * The link ends if the server ends the session or becomes unreachable, or if the event stream cannot be resumed; an
 * HTTP error for one message fails only that message.
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
  // The promise may reject while no code is awaiting it.
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
  /** True if the server has accepted a message, which confirms that the right transport was chosen. */
  established: boolean;
  /** True during the revision probe, when an HTTP error may be the server's response to the probe. */
  isProbing: boolean;
  readonly modern: StatelessMessages;
  /** Rejects when the link is closed, which aborts a connection in progress. */
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
  // A connection that is established too late is closed.
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

// Nothing is delivered after the link has ended.
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

/** The revision probe; relevant only before the link is established. */
const PROBE = 'server/discover';

/** Decides how to react to a failed send: switch transports, end the link, or fail one request. */
async function recover(link: RemoteLink, message: JsonObject, error: unknown): Promise<void> {
  // The error concerns only this message and needs no further explanation.
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

// A connection that broke or timed out carried only one message.
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

// MCP 2025-11-25, basic/transports, backwards compatibility: these statuses indicate that the server supports only the
// transport of 2024-11-05.
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
    const reason = `${first.failure.reason} The attempt with "sse" also failed: ${readRemoteFailure(error).reason}`;
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
