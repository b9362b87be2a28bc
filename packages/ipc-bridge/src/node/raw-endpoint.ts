import { IPCModule } from 'node-ipc';

/**
 * Creates a separate node-ipc endpoint that delivers raw bytes. The parsers of node-ipc dispatch any event name to
 * local listeners (the two bytes `{}` crash the process), buffer at most 1 MiB, and disconnect after one bad frame; raw
 * mode has no frames.
 */
export function createRawEndpoint(): IPCModule {
  const endpoint = new IPCModule();
  Object.assign(endpoint.config, {
    silent: true,
    rawBuffer: true,
    // Makes only one attempt, because the client has its own backoff.
    maxRetries: 0,
    stopRetrying: true,
    // Files are unlinked only by this package, after a check.
    unlink: false,
    secureSocketRoot: false,
    // Guards against a flood of connections; the agent server counts its clients itself.
    maxConnections: 1024,
  } satisfies Partial<IPCModule['config']>);
  return endpoint;
}
