import type { Writable } from 'node:stream';

/** Writes lines in batches: all that are queued in one turn of the event loop go out in one write. */
export interface LineWriter {
  /** Queues a line, or writes it with the queue at once; resolves when the stream can take more. Never rejects. */
  write(line: string, now?: boolean): Promise<void>;
  /** Bytes (at least: characters) accepted and not yet taken by the other side. */
  readonly unsent: number;
  /** Writes what is queued and resolves when the stream has taken it, or has failed. */
  flush(): Promise<void>;
  /** Drops what is queued; nothing is written afterwards. */
  stop(): void;
}

export interface LineWriterOptions {
  /** Where lines go; its `error` events are the owner's business. */
  readonly stream: Writable;
  /** Writes to the stream, for a stream whose own `write` is guarded. Default: `stream.write`. */
  readonly write?: (text: string, done: () => void) => void;
  /** From how many unsent bytes on `write` makes its callers wait. */
  readonly highWaterBytes: number;
  /** Told each time the backlog falls below half of the mark again. */
  readonly onRelief: () => void;
}

const READY: Promise<void> = Promise.resolve();

/** Creates a writer over a stream. */
export function createLineWriter(options: LineWriterOptions): LineWriter {
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
    get unsent() {
      return unsent;
    },
    write: (line, now = false) => {
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
      return new Promise((resolve) => waiters.push(resolve));
    },
    flush: () => {
      flushQueue();
      if (unsent === 0 || stopped) return READY;
      return new Promise((resolve) => emptyWaiters.push(resolve));
    },
    stop: () => {
      stopped = true;
      queued = '';
      release();
      for (const resolve of emptyWaiters.splice(0)) resolve();
    },
  };
}
