/** Something that happened to a connection. */
export interface ConnectionError {
  /** Epoch milliseconds. */
  readonly at: number;
  /** `info` includes the lines that the server writes to stderr. */
  readonly level: 'error' | 'warn' | 'info';
  /** At most {@link MAX_ERROR_LENGTH} characters, on one line, without a value of `env` or `headers`. */
  readonly message: string;
}

/** How many entries of one server are kept. */
export const MAX_ERRORS = 100;

/** The longest message that is kept, in UTF-16 units. */
export const MAX_ERROR_LENGTH = 1_000;

/** The last {@link MAX_ERRORS} things that happened to one server. */
export interface ErrorHistory {
  /** Adds a message and returns it as it is kept. */
  readonly add: (level: ConnectionError['level'], message: string) => string;
  /** Oldest first; the same array while nothing was added. */
  readonly entries: () => readonly ConnectionError[];
  /** The newest message of the level `error` or `warn`. */
  readonly lastProblem: () => string | undefined;
}

/** Starts an empty history. Adding costs the same however much was added before. */
export function createErrorHistory(clock: () => number): ErrorHistory {
  // Twice the room, cut back now and then: a server that floods its stderr does not shift an array for each line.
  let kept: ConnectionError[] = [];
  let seen: readonly ConnectionError[] | undefined = [];
  let lastProblem: string | undefined;
  return {
    add(level, text) {
      const message = oneLine(text);
      if (level !== 'info') lastProblem = message;
      kept.push({ at: clock(), level, message });
      if (kept.length >= 2 * MAX_ERRORS) kept = kept.slice(-MAX_ERRORS);
      seen = undefined;
      return message;
    },
    entries() {
      seen ??= kept.slice(-MAX_ERRORS);
      return seen;
    },
    lastProblem: () => lastProblem,
  };
}
/**
 * A text on one line and of at most {@link MAX_ERROR_LENGTH} characters. Control characters go, since with them a server
 * could write over the lines around its own.
 */
export function oneLine(text: string): string {
  // Cut before the search, so that a line of a megabyte costs no more than one that is kept.
  const start = text
    .slice(0, 2 * MAX_ERROR_LENGTH)
    .replaceAll(CONTROL, ' ')
    .trim();
  return start.length <= MAX_ERROR_LENGTH ? start : `${start.slice(0, MAX_ERROR_LENGTH - 1)}…`;
}

const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;
