import type { IncomingMessage, ServerResponse } from 'node:http';
import { type RefusalCounter, rejectRequest } from '../messages/reject-request.ts';

/** A request for a session on another server. */
export interface RelayedExchange {
  readonly sessionId: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The body of a POST, unchanged. */
  readonly body: string | undefined;
}

/**
 * `answered`: the response was sent completely, or until one side ended the connection. `gone`: the other server and
 * its sessions have ended. `unreachable`: the other server could not be contacted. `broken`: the connection broke, so
 * the outcome is unknown.
 */
export type RelayOutcome = 'answered' | 'gone' | 'unreachable' | 'broken';

/** Relays requests among several servers. */
export interface HttpRelay {
  /** Creates a session id that cannot be guessed and that identifies its server to all other servers. */
  readonly createSessionId: () => string;
  /** True if a session, provided that it exists, belongs to another server. */
  readonly isRemoteSession: (sessionId: string) => boolean;
  /**
   * Forwards a request and streams the response back. Must not reject, and must not respond unless it returns
   * `answered`.
   */
  readonly forward: (exchange: RelayedExchange) => Promise<RelayOutcome>;
}

/** Relays a request to the server that has the session; that server answers the request. */
export async function relayRequest(
  count: RefusalCounter,
  { forward }: HttpRelay,
  exchange: RelayedExchange,
): Promise<void> {
  const { response } = exchange;
  const outcome = await forward(exchange);
  if (outcome === 'gone')
    return rejectRequest(count, response, { status: 404, reason: 'session_unknown', message: 'Session not found' });
  if (outcome === 'broken') {
    const message =
      'The connection to the server of this session failed; the request may or may not have been executed';
    return rejectRequest(count, response, { status: 502, reason: 'instance_broke_off', message });
  }
  if (outcome === 'unreachable') {
    response.setHeader('Retry-After', '1');
    const message = 'The server of this session cannot be reached at the moment';
    rejectRequest(count, response, { status: 503, reason: 'instance_unreachable', message });
  }
}
