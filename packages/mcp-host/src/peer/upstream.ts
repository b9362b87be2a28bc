import type { JsonObject } from '@modegate/json';
import { backgroundSchedule } from '@modegate/timing';
import { hasCode } from '../host-error.ts';
import type { ProtocolRevision } from '../revisions/protocol-revision.ts';
import type { TransportEnd, TransportReceiver, UpstreamTransport } from '../transport/transport.ts';
import { negotiateRevision } from './negotiate-revision.ts';
import { createUpstreamPeer } from './peer.ts';
import { createStatelessPeer } from './stateless-peer.ts';
import { lateStart, startFailure } from './upstream-errors.ts';
import type { UpstreamOptions } from './upstream-options.ts';
import type { SendRequest } from './upstream-request.ts';

/** A connected and identified MCP server. */
export interface Upstream {
  readonly serverInfo: JsonObject;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
  readonly protocolVersion: string;
  readonly revision: ProtocolRevision;
  /**
   * True if the server agreed to announce changes to a list. Always false for a server with a session, because such a
   * server announces changes either on its own initiative or not at all.
   */
  readonly announcesChangesOf: (list: 'tools' | 'resources' | 'prompts') => boolean;
  readonly pid?: number | undefined;
  readonly request: SendRequest;
  /**
   * Returns the number of unfinished requests, including requests that are between rounds; subscription streams are not
   * included.
   */
  readonly unanswered: () => number;
  /** Sends a notification; resolves once the transport has accepted it. */
  notify(method: string, params?: JsonObject): Promise<void>;
  /** Resolves once the link has ended. */
  readonly closed: Promise<TransportEnd>;
  /** Ends the link. May be called again. Never rejects. */
  close(): Promise<void>;
}

/**
 * Starts a transport and determines the revision and identity of the server (MCP 2026-07-28, basic/versioning; with a
 * session, 2025-11-25, basic/lifecycle). Fails immediately if the transport is closed before then. With a stateless
 * server, requests carry this program's identity, and the `input` of a request answers the server's questions about
 * that request; `resources/subscribe`, `resources/unsubscribe` and `logging/setLevel` still work, although such servers
 * do not support these methods.
 * @throws HostError `UPSTREAM_START_FAILED` or `UPSTREAM_PROTOCOL`; the transport is then closed.
 */
export async function openUpstream(transport: UpstreamTransport, options: UpstreamOptions): Promise<Upstream> {
  const peer = createUpstreamPeer(transport, options);
  try {
    await startInTime(transport, peer.receiver, options);
    const agreed = await negotiateRevision(peer.request, {
      ...options,
      canAsk: () => transport.hasSession?.() ?? true,
    });
    const { revision, ...server } = agreed;
    const common = { ...server, pid: transport.pid, closed: peer.closed, close: () => transport.close() };
    if (revision === 'modern')
      return { ...common, revision, ...createStatelessPeer(peer, transport, { ...options, server }) };
    transport.agreed?.(server.protocolVersion);
    await peer.notify('notifications/initialized', undefined);
    return {
      ...common,
      revision,
      announcesChangesOf: () => false,
      request: peer.request,
      unanswered: peer.unanswered,
      notify: peer.notify,
    };
  } catch (error) {
    await transport.close();
    // Over HTTP, the probe does not end the link.
    const endedByProbe =
      options.revision !== 'legacy' && transport.cancel === undefined && hasCode(error, 'UPSTREAM_CLOSED');
    throw startFailure(error, options.name, { endedByProbe });
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
