import { truncate } from '@modegate/json-rpc';

/** Maximum length of a log line, in characters. */
export const MAX_LOG_LINE_LENGTH = 1000;

/**
 * Makes a line from another program readable by removing control characters and colours and truncating the line to 1000
 * characters.
 */
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

/** Maximum number of log lines per server and window; without it, a flood would starve the other servers. */
export const MAX_LOG_LINES = 100;

const WINDOW_MS = 10_000;

/** Creates a limit of {@link MAX_LOG_LINES} lines per ten seconds; a window starts with its first line. */
export function createLogLimit(now: () => number) {
  let startedAt = Number.NEGATIVE_INFINITY;
  let taken = 0;
  let leftOut = 0;
  return {
    /** Passes on a line or drops it; the first line passed on after a gap reports the number of dropped lines. */
    take: (text: string, pass: (text: string) => void) => {
      if (now() - startedAt >= WINDOW_MS) {
        if (leftOut > 0) pass(`${leftOut} more lines arrived within ten seconds and were dropped.`);
        [startedAt, taken, leftOut] = [now(), 0, 0];
      }
      if (taken < MAX_LOG_LINES) pass(text);
      else leftOut++;
      taken++;
      if (taken === MAX_LOG_LINES) pass(`The server is logging too fast; further lines are dropped for ten seconds.`);
    },
  };
}
