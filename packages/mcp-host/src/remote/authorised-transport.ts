import { createRedact } from '@modegate/secrets';
import type { RemoteLaunch } from '../launch/server-launch.ts';
import { redactTransport } from '../transport/redact-transport.ts';
import type { UpstreamTransport } from '../transport/transport.ts';
import { createRemoteTransport } from './remote-transport.ts';

/** How the requests to one server get their tokens. */
export interface RemoteAuthorisation {
  readonly fetch: typeof fetch;
  /** The tokens and secrets that it knows, which no message may show. */
  readonly secrets: () => readonly string[];
}

/** Gives the requests to a server their tokens; undefined for one whose requests carry its headers only. */
export type AuthoriseRemote = (
  launch: RemoteLaunch,
  server: { readonly name: string },
) => RemoteAuthorisation | undefined;

/** Opens HTTP to a server. One whose entry has a header `Authorization` keeps to that. */
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
