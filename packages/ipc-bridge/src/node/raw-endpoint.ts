import { IPCModule } from 'node-ipc';

/**
 * A node-ipc endpoint of its own that hands over bytes as they come. Its parsers dispatch whatever name a peer sends to
 * local listeners (two bytes, `{}`, end the process), keep at most 1 MiB, and close the connection over one bad frame;
 * raw mode has none of that, because it has no frames.
 */
export function createRawEndpoint(): IPCModule {
  const endpoint = new IPCModule();
  Object.assign(endpoint.config, {
    silent: true,
    rawBuffer: true,
    // One attempt: the client has a back-off of its own.
    maxRetries: 0,
    stopRetrying: true,
    // Nothing is unlinked but by us, after a look at what it is.
    unlink: false,
    secureSocketRoot: false,
    // Against a flood of connections; the agent server counts its clients itself.
    maxConnections: 1024,
  } satisfies Partial<IPCModule['config']>);
  return endpoint;
}
