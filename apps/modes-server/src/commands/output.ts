import { once } from 'node:events';

/** A stdout that a reader may leave. */
export interface Output {
  /** Waits until the reader has taken enough. */
  write(line: string): Promise<void>;
  /** Ends it from this side. */
  stop(): void;
  /** Aborted when the reader has gone. */
  readonly signal: AbortSignal;
}

/** Opens stdout for lines without number. */
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
