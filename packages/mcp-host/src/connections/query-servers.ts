import type { UpstreamServer } from '../server/upstream-server.ts';
import type { Connections } from './connections.ts';

/** Options of {@link queryServers}. */
export interface QueryServersOptions {
  /** Time limit for all servers together. */
  readonly timeoutMs: number;
  /** Signal that stops the servers immediately when aborted. Default: never aborted. */
  readonly interruption?: AbortSignal;
  /** Called when a server answers or fails. Must not throw. Default: none. */
  readonly onOutcome?: (server: UpstreamServer) => void;
}

/**
 * Starts the servers, waits until all have answered or failed or until the time is up, and then stops them. Keeps the
 * process alive until then.
 *
 * @returns The servers as they were before they were stopped.
 */
export async function queryServers(
  connections: Connections,
  { timeoutMs, interruption, onOutcome }: QueryServersOptions,
): Promise<readonly UpstreamServer[]> {
  // The timers of the connections do not keep the process alive, but it must not exit while servers are still running.
  const keepAlive = setInterval(() => undefined, 1_000);
  const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<void>();
  const stopNow = (): void => {
    interrupt();
    void connections.close({ politeMs: 0 });
  };
  interruption?.addEventListener('abort', stopNow, { once: true });
  try {
    if (interruption?.aborted !== true) connections.acquire({ capabilities: {} });
    await Promise.race([connections.settled(timeoutMs, onOutcome), interrupted]);
    return connections.servers;
  } finally {
    await connections.close();
    interruption?.removeEventListener('abort', stopNow);
    clearInterval(keepAlive);
  }
}

/**
 * Explains why a queried server's tools are unknown; returns undefined if the list of tools is complete or the server
 * is disabled.
 * @param timeoutMs - The time limit, for the message.
 */
export function explainUnanswered({ state, errors, complete }: UpstreamServer, timeoutMs: number): string | undefined {
  if (state.status === 'disabled' || (state.status === 'connected' && complete.tools)) return undefined;
  if (state.status === 'disconnected') return state.reason;
  const missing = state.status === 'connected' ? 'list its tools' : 'answer';
  const lastError = errors.findLast(({ level }) => level !== 'info')?.message;
  return lastError ?? `It did not ${missing} within ${timeoutMs / 1_000} s. Use --timeout to allow more time.`;
}
