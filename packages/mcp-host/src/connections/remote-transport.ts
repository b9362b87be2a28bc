import { HostError } from '../host-error.ts';
import type { UpstreamTransport } from './transport.ts';

/** What {@link createRemoteTransport} needs. */
export interface RemoteTransportOptions {
  readonly type: 'sse' | 'streamable-http';
  readonly url: string;
  /** Sent with every request, and never to another origin. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether `streamable-http` is only a guess, so that a server which refuses it is tried with `sse`. */
  readonly typeInferred: boolean;
  /** A longer message ends the link. Default 64 MiB. */
  readonly maxMessageBytes?: number;
  /** How long the end of a session may take. Default 2000. */
  readonly stopGraceMs?: number;
}

/** Creates a transport to a server on the network (MCP 2025-11-25, basic/transports). */
export function createRemoteTransport(options: RemoteTransportOptions): UpstreamTransport {
  throw new HostError('UPSTREAM_START_FAILED', 'Not there yet.', {
    data: { target: options.url, reason: 'unfinished', systemCode: undefined },
  });
}
