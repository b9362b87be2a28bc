import { once } from 'node:events';

/** A stdout that may be closed by the program that reads it. */
export interface Output {
  /** Writes a line, and waits until the reader has consumed enough output. */
  write(line: string): Promise<void>;
  /** Closes stdout from this side. */
  stop(): void;
  /** Aborted when the reader closes stdout. */
  readonly signal: AbortSignal;
}

/** Opens stdout for any number of lines. */
export function openOutput(): Output {
  const { stdout } = process;
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  stdout.on('error', stop);
  return {
    signal: stopped.signal,
    stop,
    write: async (line) => {
      if (stopped.signal.aborted || stdout.write(`${line}\n`)) return;
      await once(stdout, 'drain', { signal: stopped.signal }).catch(() => undefined);
    },
  };
}
