import type { RunningChild } from './child-process.ts';

const POLL_MS = 20;
const LAST_WAIT_MS = 500;

/**
 * Ends a process with everything that it started: end of input, SIGTERM, SIGKILL, each after the grace of the one before
 * (MCP 2025-11-25, basic/lifecycle, shutdown). Resolves when all have gone and the streams are closed.
 *
 * @param politely - Whether the end of input comes first; without it the process is taken to be past listening.
 */
export async function stopChild(child: RunningChild, graceMs: number, politely = true): Promise<void> {
  const { process, group } = child;
  const closed = new Promise<void>((resolve) => {
    process.once('close', () => resolve());
  });
  process.stdin.end();
  if (politely) await exitWithin(child, graceMs);
  // What the process has left behind is asked to end, too.
  if (group.isAlive()) {
    group.terminate();
    await goneWithin(child, graceMs);
  }
  if (group.isAlive()) {
    group.kill();
    await goneWithin(child, LAST_WAIT_MS);
  }
  group.release();
  await closeStreams(child, closed);
}

/** Whether the process itself has ended; what it started may still run. */
export function hasExited({ process }: RunningChild): boolean {
  return process.exitCode !== null || process.signalCode !== null;
}

/** Resolves when the process itself has ended, or after the time. */
export function exitWithin(child: RunningChild, timeMs: number): Promise<void> {
  if (hasExited(child)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      child.process.off('exit', done);
      resolve();
    };
    const timer = setTimeout(done, timeMs);
    child.process.once('exit', done);
  });
}

// Node does not report the end of a grandchild, so that has to be polled.
async function goneWithin(child: RunningChild, timeMs: number): Promise<void> {
  const deadline = performance.now() + timeMs;
  await exitWithin(child, timeMs);
  while (child.group.isAlive() && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
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
