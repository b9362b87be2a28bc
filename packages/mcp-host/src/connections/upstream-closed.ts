import { HostError } from '../host-error.ts';
import type { TransportEnd } from './transport.ts';

/** Names one request of one server. */
export interface RequestName {
  readonly server: string | undefined;
  readonly method: string;
}

/** Writes the error for a request that cannot be answered any more. */
export function closedError(
  { message: reason }: TransportEnd,
  { server, method }: RequestName,
): HostError<'UPSTREAM_CLOSED'> {
  const who = server === undefined ? 'the server' : `the server "${server}"`;
  return new HostError('UPSTREAM_CLOSED', `The link to ${who} ended before "${method}" was answered. ${reason}`, {
    data: { server, reason },
  });
}
