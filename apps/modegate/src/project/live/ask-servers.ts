import type { Connections, UpstreamServer } from '@modegate/mcp-host/connections';
import { AppError } from '@modegate/program-shell';
import { exitCodes } from '../../exit-codes.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Starts the servers, waits until each has answered or failed, at most so long, and stops them all again. A signal stops them too, and then
 * ends the process.
 *
 * @returns The servers as they were before they were stopped.
 */
export async function askServers(connections: Connections, timeoutMs: number): Promise<readonly UpstreamServer[]> {
  const interruption = awaitInterruption();
  // The timers of the connections keep no process alive, and this one must not end with the servers still to be stopped.
  const keepAlive = setInterval(() => undefined, 1_000);
  const lease = connections.acquire({ capabilities: {} });
  try {
    await Promise.race([connections.settled(timeoutMs), interruption.happened]);
    return connections.servers;
  } finally {
    await lease.release();
    await connections.close();
    clearInterval(keepAlive);
    interruption.finish();
  }
}

interface Interruption {
  readonly happened: Promise<void>;
  /** Gives the signals back, and lets one that came have its effect. */
  readonly finish: () => void;
}

function awaitInterruption(): Interruption {
  let came: NodeJS.Signals | undefined;
  let interrupt: () => void = () => undefined;
  const happened = new Promise<void>((resolve) => {
    interrupt = resolve;
  });
  const take = (signal: NodeJS.Signals) => {
    came ??= signal;
    interrupt();
  };
  for (const signal of signals) process.on(signal, take);
  return {
    happened,
    finish() {
      for (const signal of signals) process.off(signal, take);
      if (came === undefined) return;
      process.kill(process.pid, came);
      throw new AppError(`${came} came while the servers were asked; they are stopped.`, exitCodes.unevaluated);
    },
  };
}
