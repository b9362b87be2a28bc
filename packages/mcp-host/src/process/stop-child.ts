import type { RunningChild } from './child-process.ts';

const POLL_MS = 20;
const LAST_WAIT_MS = 500;

/** How much time a process is given to end. */
export interface StopPace {
  /** How long each step waits before the next, in milliseconds. */
  readonly graceMs: number;
  /** Whether SIGTERM waits for what the end of input does; without it the process is taken to be past listening. */
  readonly politely: boolean;
  /** Aborted when we are in a hurry: SIGTERM follows the end of input at once, or comes now, and the last step is nearer. */
  readonly hurry?: AbortSignal | undefined;
}

/** Less than the two seconds that the SDK's clients leave between SIGTERM and SIGKILL. */
const HURRIED_GRACE_MS = 1500;

/**
 * Ends a process with everything that it started: end of input, SIGTERM, SIGKILL, each after the grace of the one before
 * (MCP 2025-11-25, basic/lifecycle, shutdown). Resolves when all have gone and the streams are closed.
 */
export async function stopChild(child: RunningChild, { graceMs, politely, hurry }: StopPace): Promise<void> {
  const { process, group } = child;
  const closed = new Promise<void>((resolve) => {
    process.once('close', () => resolve());
  });
  process.stdin.end();
  if (politely && hurry?.aborted !== true) await exitWithin(child, graceMs, hurry);
  // What the process has left behind is asked to end, too. In a hurry there is no check first: that takes longer than the signal.
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

/** Whether the process itself has ended; what it started may still run. */
export function hasExited({ process }: RunningChild): boolean {
  return process.exitCode !== null || process.signalCode !== null;
}

/** Resolves when the process itself has ended, after the time, or when the signal is aborted. */
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

// Node does not report the end of a grandchild, so that has to be polled; and the time may become shorter meanwhile.
async function goneWithin(child: RunningChild, timeMs: () => number): Promise<void> {
  const since = performance.now();
  while (performance.now() - since < timeMs()) {
    if (!hasExited(child)) await exitWithin(child, POLL_MS);
    else if (child.group.isAlive()) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    else return;
  }
}

// A process that left the group may hold the streams open for ever.
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
