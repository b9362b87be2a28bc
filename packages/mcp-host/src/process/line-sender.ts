import type { Writable } from 'node:stream';

/**
 * Writes lines to a stream. The first of a turn of the event loop goes at once: the other side works while the turn goes on. Those that follow go in
 * one write, and so do all lines of a turn after one that had several.
 */
export interface LineSender {
  /**
   * Takes a line without its line end. Undefined when the stream could take it; otherwise resolves when it can take more, and rejects when it has
   * ended before.
   */
  send(line: string): Promise<void> | undefined;
  /** Writes what waits for the end of the turn. */
  flush(): void;
  /** Drops what waits and refuses everything from now on. */
  end(makeError: () => Error): void;
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

const MOST_QUEUED = 65_536;

/** Creates a sender; the stream's `error` events are its owner's business. */
export function createLineSender(stream: Writable): LineSender {
  let queued = '';
  let linesInTurn = 0;
  let gathers = false;
  let full = false;
  let ended: (() => Error) | undefined;
  let waiters: Waiter[] = [];

  const flush = (): void => {
    if (queued === '' || ended !== undefined) return;
    const text = queued;
    queued = '';
    full = !stream.write(text);
  };
  const endTurn = (): void => {
    gathers = linesInTurn > 1;
    linesInTurn = 0;
    flush();
  };
  stream.on('drain', () => {
    full = false;
    const released = waiters;
    waiters = [];
    for (const { resolve } of released) resolve();
  });

  return {
    flush,
    send: (line) => {
      if (ended !== undefined) return Promise.reject(ended());
      const wasFull = full;
      queued += `${line}\n`;
      linesInTurn += 1;
      const isFirst = linesInTurn === 1;
      // A turn that sends much must not hold it all back, nor hide from its end how much the stream can take.
      if ((isFirst && !gathers) || queued.length > MOST_QUEUED) flush();
      if (isFirst) process.nextTick(endTurn);
      if (!wasFull) return undefined;
      return new Promise((resolve, reject) => waiters.push({ resolve, reject }));
    },
    end: (makeError) => {
      if (ended !== undefined) return;
      ended = makeError;
      queued = '';
      const left = waiters;
      waiters = [];
      for (const { reject } of left) reject(makeError());
    },
  };
}
