import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What Node is started with, so that {@link askHeap} is answered; the process needs an IPC channel. */
export const heapProbe = ['--expose-gc', '--import', fileURLToPath(new URL('heap-probe.mjs', import.meta.url))];

/** The heap of a server after a collection, in MiB; NaN where it does not answer. */
export function askHeap(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    const settle = (bytes: unknown): void => {
      clearTimeout(timer);
      child.off('message', settle);
      resolve(typeof bytes === 'number' ? bytes / 1_048_576 : Number.NaN);
    };
    const timer = setTimeout(settle, 5_000, undefined);
    child.on('message', settle);
    if (child.connected) child.send('heap');
    else settle(undefined);
  });
}
