import { IPCModule } from 'node-ipc';

/**
 * A separate node-ipc endpoint that delivers raw bytes. Its parsers dispatch any name a peer sends to local listeners
 * (two bytes, `{}`, crash the process), buffer at most 1 MiB, and close the connection on one bad frame; raw mode has
 * no frames and avoids this.
 */
export function createRawEndpoint(): IPCModule {
  const endpoint = new IPCModule();
  Object.assign(endpoint.config, {
    silent: true,
    rawBuffer: true,
    // One attempt: the client has its own back-off.
    maxRetries: 0,
    stopRetrying: true,
    // Files are unlinked only here, after a check.
    unlink: false,
    secureSocketRoot: false,
    // Against a flood of connections; the agent server counts its clients itself.
    maxConnections: 1024,
  } satisfies Partial<IPCModule['config']>);
  return endpoint;
}
