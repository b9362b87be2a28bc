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

/** An MCP server that has said who it is. */
export interface Upstream {
  readonly serverInfo: JsonObject;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
  readonly protocolVersion: string;
  readonly revision: ProtocolRevision;
  /** Whether it has agreed to tell of changes of a list; a legacy server tells them unasked, or does not. */
  readonly announcesChangesOf: (list: 'tools' | 'resources' | 'prompts') => boolean;
  readonly pid?: number | undefined;
  readonly request: SendRequest;
  /** How many requests are under way; one that is between its rounds is. A stream that listens is none. */
  readonly unanswered: () => number;
  /** Sends a notification; resolves when it has been taken over. */
  notify(method: string, params?: JsonObject): Promise<void>;
  /** Resolves when the link has ended, however. */
  readonly closed: Promise<TransportEnd>;
  /** Ends the link. May be called again. Never rejects. */
  close(): Promise<void>;
}

/**
 * Starts a transport, finds out how the server behind it speaks, and who it is (MCP 2026-07-28, basic/versioning; for a legacy server
 * 2025-11-25, basic/lifecycle). Closing the transport meanwhile makes it fail at once.
 *
 * To a modern server its requests say who asks, and questions of the server are answered by the `input` of the request that they are about;
 * `resources/subscribe`, `resources/unsubscribe` and `logging/setLevel` mean what they meant, although modern servers do not know them.
 *
 * @throws HostError `UPSTREAM_START_FAILED` or `UPSTREAM_PROTOCOL`; the transport is closed by then.
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
    // Over HTTP a link ends for other reasons than a question.
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
