import { createRedact } from '@modegate/secrets';
import type { RemoteLaunch } from '../launch/server-launch.ts';
import { redactTransport } from '../transport/redact-transport.ts';
import type { UpstreamTransport } from '../transport/transport.ts';
import { createRemoteTransport } from './remote-transport.ts';

/** Authorisation for requests to one server. */
export interface RemoteAuthorisation {
  readonly fetch: typeof fetch;
  /** All known tokens and secrets, which must not appear in any message. */
  readonly secrets: () => readonly string[];
}

/** Authorises the requests to a server; returns undefined if the requests need only the server's headers. */
export type AuthoriseRemote = (
  launch: RemoteLaunch,
  server: { readonly name: string },
) => RemoteAuthorisation | undefined;

/** Opens an HTTP transport. An `Authorization` header in the entry takes precedence. */
export function openAuthorised(
  launch: RemoteLaunch,
  server: { readonly name: string },
  authorise: AuthoriseRemote | undefined,
): UpstreamTransport {
  const isSettled = Object.keys(launch.headers).some((name) => name.toLowerCase() === 'authorization');
  const authorisation = isSettled ? undefined : authorise?.(launch, server);
  if (authorisation === undefined) return createRemoteTransport(launch);
  const { fetch, secrets } = authorisation;
  return redactTransport(createRemoteTransport({ ...launch, fetch }), (text) => createRedact(secrets())(text));
}
