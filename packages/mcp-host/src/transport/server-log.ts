import { truncate } from '@modegate/json-rpc';

/** The longest line of a server that is handed on, in characters. */
export const MAX_LOG_LINE_LENGTH = 1000;

/** Makes a line that another program wrote fit for people: no control characters, no colours, at most 1000 characters. */
export function readableLine(line: string): string {
  const start = line.length > 4 * MAX_LOG_LINE_LENGTH ? line.slice(0, 4 * MAX_LOG_LINE_LENGTH) : line;
  const plain = start.replace(TERMINAL_SEQUENCE, '').replace(CONTROL_CHARACTER, ' ').trim();
  return truncate(plain, MAX_LOG_LINE_LENGTH);
}

const ESCAPE = String.fromCharCode(0x1b);
const TERMINAL_SEQUENCE = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${ESCAPE}\\u0007]*(?:\\u0007|${ESCAPE}\\\\)|[@-Z^_])`,
  'gu',
);
const CONTROL_CHARACTER = /\p{Cc}/gu;

/** How many lines of one server are taken in one window; a flood of more would cost every other server its turn. */
export const MAX_LOG_LINES = 100;

const WINDOW_MS = 10_000;

/** Lets the first lines of a time through and counts the rest. */
export interface LogLimit {
  /** Hands a line on, or leaves it out; the line after a gap says how many were left out. */
  readonly take: (text: string, pass: (text: string) => void) => void;
}

/** Starts a window with the first line of it, at most {@link MAX_LOG_LINES} lines each ten seconds. */
export function createLogLimit(now: () => number): LogLimit {
  let startedAt = Number.NEGATIVE_INFINITY;
  let taken = 0;
  let leftOut = 0;
  return {
    take: (text, pass) => {
      if (now() - startedAt >= WINDOW_MS) {
        if (leftOut > 0) pass(`${leftOut} more lines came in ten seconds and were left out.`);
        [startedAt, taken, leftOut] = [now(), 0, 0];
      }
      if (taken < MAX_LOG_LINES) pass(text);
      else leftOut++;
      taken++;
      if (taken === MAX_LOG_LINES) pass(`It logs too fast; further lines are dropped for ten seconds.`);
    },
  };
}
