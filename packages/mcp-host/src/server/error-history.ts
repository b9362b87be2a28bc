/** An event in the history of a connection. */
export interface ConnectionError {
  /** Time of the event, in epoch milliseconds. */
  readonly at: number;
  /** Severity of the event; `info` includes lines from the server's stderr. */
  readonly level: 'error' | 'warn' | 'info';
  /** One line of at most {@link MAX_ERROR_LENGTH} characters that contains no value from `env` or `headers`. */
  readonly message: string;
}

/** Number of history entries stored per server. */
export const MAX_ERRORS = 100;

/** Maximum length of a message, in UTF-16 units. */
export const MAX_ERROR_LENGTH = 1_000;

/** The last {@link MAX_ERRORS} events of one server. */
export type ErrorHistory = ReturnType<typeof createErrorHistory>;

/** Creates an empty history. Adding an entry takes constant time. */
export function createErrorHistory(clock: () => number) {
  // Grows to twice the limit before being trimmed, so that a server that floods its stderr does not cause an array
  // shift for each line.
  let kept: ConnectionError[] = [];
  let seen: readonly ConnectionError[] | undefined = [];
  let lastProblem: string | undefined;
  return {
    /** Adds a message and returns it as stored. */
    add(level: ConnectionError['level'], text: string) {
      const message = oneLine(text);
      if (level !== 'info') lastProblem = message;
      kept.push({ at: clock(), level, message });
      if (kept.length >= 2 * MAX_ERRORS) kept = kept.slice(-MAX_ERRORS);
      seen = undefined;
      return message;
    },
    /** Returns the entries, oldest first; remains the same array until something is added. */
    entries() {
      seen ??= kept.slice(-MAX_ERRORS);
      return seen;
    },
    /** Returns the latest message with level `error` or `warn`. */
    lastProblem: () => lastProblem,
  };
}
/**
 * Reduces text to one line of at most {@link MAX_ERROR_LENGTH} characters. Removes control characters, which a server
 * could use to overwrite neighbouring lines.
 */
export function oneLine(text: string): string {
  // Truncates the text first, so that a megabyte-long line costs no more than a short line.
  const start = text
    .slice(0, 2 * MAX_ERROR_LENGTH)
    .replaceAll(CONTROL, ' ')
    .trim();
  return start.length <= MAX_ERROR_LENGTH ? start : `${start.slice(0, MAX_ERROR_LENGTH - 1)}…`;
}

const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;
