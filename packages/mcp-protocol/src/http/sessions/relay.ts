import type { IncomingMessage, ServerResponse } from 'node:http';
import { type RefusalCounter, rejectRequest } from '../messages/reject-request.ts';

/** A request of a session that another server has. */
export interface RelayedExchange {
  readonly sessionId: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The body of a POST, as it came. */
  readonly body: string | undefined;
}

/**
 * The outcome. `answered`: it was answered, to the end or until one side broke off. `gone`: the other server has ended, and the session with it.
 * `unreachable`: it could not be asked. `broken`: it was asked and broke off, so that it is not known what it did.
 */
export type RelayOutcome = 'answered' | 'gone' | 'unreachable' | 'broken';

/** How several servers answer for each other's sessions. */
export interface HttpRelay {
  /** The id of a new session: unguessable, and it shows every server which one has the session. */
  readonly createSessionId: () => string;
  /** Whether a session is another server's, if it is any. */
  readonly isRemoteSession: (sessionId: string) => boolean;
  /** Hands a request on and its answer back, as it comes. Must not reject, and answers nothing unless it says `answered`. */
  readonly forward: (exchange: RelayedExchange) => Promise<RelayOutcome>;
}

/** Has a request answered by the server that has its session. */
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
      'The connection to the server that has this session broke; it is not known whether the request was carried out';
    return rejectRequest(count, response, { status: 502, reason: 'instance_broke_off', message });
  }
  if (outcome === 'unreachable') {
    response.setHeader('Retry-After', '1');
    const message = 'The server that has this session cannot be reached now';
    rejectRequest(count, response, { status: 503, reason: 'instance_unreachable', message });
  }
}
