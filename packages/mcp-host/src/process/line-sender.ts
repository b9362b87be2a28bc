import type { Writable } from 'node:stream';

/**
 * Writes lines to a stream. The first line in a turn is written immediately, so that the other side can start working.
 * Later lines are combined into one write, as are all lines in a turn that follows a busy turn.
 */
export type LineSender = ReturnType<typeof createLineSender>;

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

const MOST_QUEUED = 65_536;

/** Creates a sender; the caller handles `error` events from the stream. */
export function createLineSender(stream: Writable) {
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
    /** Writes buffered lines. */
    flush,
    /**
     * Sends a line, adding the line ending. Returns undefined if the stream can accept more data; otherwise, returns a
     * promise that resolves once it can, and rejects if the stream ends first.
     */
    send: (line: string) => {
      if (ended !== undefined) return Promise.reject(ended());
      const wasFull = full;
      queued += `${line}\n`;
      linesInTurn += 1;
      const isFirst = linesInTurn === 1;
      // A turn with a large amount of output must neither delay all of that output nor hide the fact that the stream is
      // full.
      if ((isFirst && !gathers) || queued.length > MOST_QUEUED) flush();
      if (isFirst) process.nextTick(endTurn);
      if (!wasFull) return undefined;
      return new Promise<void>((resolve, reject) => waiters.push({ resolve, reject }));
    },
    /** Drops buffered lines and rejects all later lines. */
    end: (makeError: () => Error) => {
      if (ended !== undefined) return;
      ended = makeError;
      queued = '';
      const left = waiters;
      waiters = [];
      for (const { reject } of left) reject(makeError());
    },
  };
}
