import type { RunningChild } from './child-process.ts';

const POLL_MS = 20;
const LAST_WAIT_MS = 500;

/** Time limits of {@link stopChild}. */
export interface StopPace {
  /** Time allowed for each step, in milliseconds. */
  readonly graceMs: number;
  /**
   * True if the process may react to its closed input before SIGTERM is sent; false if the process is presumed
   * unresponsive.
   */
  readonly politely: boolean;
  /** Signal that shortens the shutdown when aborted: SIGTERM is sent immediately, and SIGKILL sooner. */
  readonly hurry?: AbortSignal | undefined;
}

/** Less than the two seconds that the SDK's clients allow between SIGTERM and SIGKILL. */
const HURRIED_GRACE_MS = 1500;

/**
 * Stops a process and its descendants: end of input, SIGTERM, SIGKILL, each after a grace period (MCP 2025-11-25,
 * basic/lifecycle, shutdown). Resolves once all processes have ended and the streams are closed.
 */
export async function stopChild(child: RunningChild, { graceMs, politely, hurry }: StopPace): Promise<void> {
  const { process, group } = child;
  const closed = new Promise<void>((resolve) => {
    process.once('close', () => resolve());
  });
  process.stdin.end();
  if (politely && hurry?.aborted !== true) await exitWithin(child, graceMs, hurry);
  // SIGTERM is also sent to any remaining descendants. If the shutdown is hurried, the check is skipped, because it
  // takes longer than sending the signal.
  if (hurry?.aborted === true || group.isAlive()) {
    group.terminate();
    await goneWithin(child, () => (hurry?.aborted === true ? Math.min(graceMs, HURRIED_GRACE_MS) : graceMs));
  }
  if (group.isAlive()) {
    group.kill();
    await goneWithin(child, () => LAST_WAIT_MS);
  }
  group.release();
  await closeStreams(child, closed);
}

/** True if the process itself has exited; its descendants may still be running. */
export function hasExited({ process }: RunningChild): boolean {
  return process.exitCode !== null || process.signalCode !== null;
}

/** Resolves when the process exits, when the time limit is reached, or when the signal is aborted. */
export function exitWithin(child: RunningChild, timeMs: number, hurry?: AbortSignal): Promise<void> {
  if (hasExited(child)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      child.process.off('exit', done);
      hurry?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, timeMs);
    child.process.once('exit', done);
    hurry?.addEventListener('abort', done, { once: true });
  });
}

// Node does not report the exit of a grandchild process, so this function polls; the time limit may shrink in the
// meantime.
async function goneWithin(child: RunningChild, timeMs: () => number): Promise<void> {
  const since = performance.now();
  while (performance.now() - since < timeMs()) {
    if (!hasExited(child)) await exitWithin(child, POLL_MS);
    else if (child.group.isAlive()) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    else return;
  }
}

// A process that has left the group may keep the streams open forever.
async function closeStreams({ process }: RunningChild, closed: Promise<void>): Promise<void> {
  if (process.stdout.closed && process.stderr.closed) return;
  const destroy = (): void => {
    for (const stream of [process.stdin, process.stdout, process.stderr]) stream.destroy();
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LAST_WAIT_MS);
  });
  await Promise.race([closed, late.then(destroy)]);
  clearTimeout(timer);
}
