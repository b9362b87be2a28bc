import { once } from 'node:events';

/** Stdout with a reader that may close it. */
export interface Output {
  /** Writes a line, and waits until the reader has taken enough. */
  write(line: string): Promise<void>;
  /** Ends the output from this side. */
  stop(): void;
  /** Aborted when the reader has gone. */
  readonly signal: AbortSignal;
}

/** Opens stdout for an unlimited number of lines. */
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
