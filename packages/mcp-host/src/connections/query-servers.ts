import type { UpstreamServer } from '../server/upstream-server.ts';
import type { Connections } from './connections.ts';

/** How servers are asked what they offer. */
export interface QueryServersOptions {
  /** How long they may take, all together. */
  readonly timeoutMs: number;
  /** Aborted when the answers are not wanted any more: the servers are then stopped at once. Default: never. */
  readonly interruption?: AbortSignal;
  /** Called with each server that has answered or failed, when it has. Must not throw. Default: nothing. */
  readonly onOutcome?: (server: UpstreamServer) => void;
}

/**
 * Starts the servers, waits until each has answered or failed, at most so long, and stops them all for good. The process lives meanwhile.
 *
 * @returns The servers as they were before they were stopped.
 */
export async function queryServers(
  connections: Connections,
  { timeoutMs, interruption, onOutcome }: QueryServersOptions,
): Promise<readonly UpstreamServer[]> {
  // The timers of the connections keep no process alive, and it must not end with the servers still to be stopped.
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
 * Why the tools of a server that was asked are not known; undefined for one that has listed them all, and for one that is switched off.
 *
 * @param timeoutMs - How long it had, for the sentence.
 */
export function explainUnanswered({ state, errors, complete }: UpstreamServer, timeoutMs: number): string | undefined {
  if (state.status === 'disabled' || (state.status === 'connected' && complete.tools)) return undefined;
  if (state.status === 'disconnected') return state.reason;
  const missing = state.status === 'connected' ? 'list its tools' : 'answer';
  const lastError = errors.findLast(({ level }) => level !== 'info')?.message;
  return lastError ?? `It did not ${missing} within ${timeoutMs / 1_000} s. Use --timeout to give it longer.`;
}
