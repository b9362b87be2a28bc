import type { Writable } from 'node:stream';

/** Writes lines in batches: all lines from one turn of the event loop are written together. */
export type LineWriter = ReturnType<typeof createLineWriter>;

export interface LineWriterOptions {
  /** The output; the caller handles its `error` events. */
  readonly stream: Writable;
  /** Writes to a stream whose own `write` is guarded. Default: `stream.write`. */
  readonly write?: (text: string, done: () => void) => void;
  /** Number of unsent bytes above which `write` waits. */
  readonly highWaterBytes: number;
  /** Called each time the backlog falls below half of `highWaterBytes`. */
  readonly onRelief: () => void;
}

const READY: Promise<void> = Promise.resolve();

/** Creates a writer for a stream. */
export function createLineWriter(options: LineWriterOptions) {
  const write = options.write ?? ((text: string, done: () => void) => options.stream.write(text, done));
  let queued = '';
  let unsent = 0;
  let scheduled = false;
  let stopped = false;
  let full = false;
  const waiters: (() => void)[] = [];
  const emptyWaiters: (() => void)[] = [];

  const release = (): void => {
    for (const resolve of waiters.splice(0)) resolve();
  };
  const written = (length: number): void => {
    unsent -= length;
    if (unsent === 0) for (const resolve of emptyWaiters.splice(0)) resolve();
    if (!full || unsent > options.highWaterBytes / 2) return;
    full = false;
    release();
    options.onRelief();
  };
  const flushQueue = (): void => {
    scheduled = false;
    if (stopped || queued === '') return;
    const text = queued;
    queued = '';
    write(text, () => written(text.length));
  };

  return {
    /** Number of bytes (or at least of characters) that the reader has not yet accepted. */
    get unsent() {
      return unsent;
    },
    /**
     * Queues a line or, if `now` is true, writes the queue and the line immediately; resolves when the stream can
     * accept more. Never rejects.
     */
    write: (line: string, now: boolean = false) => {
      if (stopped) return READY;
      queued += `${line}\n`;
      unsent += line.length + 1;
      if (now) flushQueue();
      else if (!scheduled) {
        scheduled = true;
        setImmediate(flushQueue);
      }
      if (unsent <= options.highWaterBytes) return READY;
      full = true;
      return new Promise<void>((resolve) => waiters.push(resolve));
    },
    /** Writes the queue and resolves when the stream has accepted it or failed. */
    flush: () => {
      flushQueue();
      if (unsent === 0 || stopped) return READY;
      return new Promise<void>((resolve) => emptyWaiters.push(resolve));
    },
    /** Drops the queue and ends writing. */
    stop: () => {
      stopped = true;
      queued = '';
      release();
      for (const resolve of emptyWaiters.splice(0)) resolve();
    },
  };
}
