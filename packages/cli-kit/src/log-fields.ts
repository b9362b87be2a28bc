import { basename, extname } from 'node:path';

/** One log entry before formatting. */
export interface LogRecord {
  /** The name of the logger. */
  readonly name: string;
  readonly level: string;
  /** The message as displayed: on one line, and without secrets. */
  readonly message: string;
  readonly at: Date;
  /** The log function that was called; the location of the call is the origin of the entry. */
  readonly calledAs: (...args: never) => unknown;
}

/** The placeholders of a log format. */
export type LogFields = typeof logFields;

interface LogField {
  readonly isNumber: boolean;
  readonly read: (record: LogRecord) => string | number;
}

const text = (read: LogField['read']): LogField => ({ isNumber: false, read });
const number = (read: LogField['read']): LogField => ({ isNumber: true, read });

const levelNumbers: Readonly<Record<string, number>> = { DEBUG: 10, INFO: 20, WARNING: 30, ERROR: 40 };

/**
 * All record attributes listed for formats in the documentation of Python's `logging`. `asctime` is in ISO 8601 and
 * UTC; attributes that exist only in Python, such as thread names, have the values of Python's main thread; the thread
 * number is Node's, 0.
 */
export const logFields = {
  name: text(({ name }) => name),
  levelno: number(({ level }) => levelNumbers[level] ?? 0),
  levelname: text(({ level }) => level),
  pathname: text((record) => placeOf(record).file),
  filename: text((record) => basename(placeOf(record).file)),
  module: text((record) => basename(placeOf(record).file, extname(placeOf(record).file))),
  lineno: number((record) => placeOf(record).line),
  funcName: text((record) => placeOf(record).caller),
  created: number(({ at }) => at.getTime() / 1000),
  asctime: text(({ at }) => at.toISOString()),
  msecs: number(({ at }) => at.getMilliseconds()),
  relativeCreated: number(({ at }) => Math.max(0, at.getTime() - performance.timeOrigin)),
  thread: number(() => 0),
  threadName: text(() => 'MainThread'),
  taskName: text(() => 'None'),
  process: number(() => process.pid),
  processName: text(() => 'MainProcess'),
  message: text(({ message }) => message),
} as const satisfies Readonly<Record<string, LogField>>;

/** Finds the origin only for a format that needs it, because a stack trace costs more than the rest of the line. */
function placeOf({ calledAs }: LogRecord) {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, calledAs);
  const frame = holder.stack?.split('\n')[1] ?? '';
  const [, caller, file = '(unknown)', line] =
    /^ *at (?:async )?(?:(.+) \()?(?:file:\/\/)?(.+):(\d+):\d+\)?$/.exec(frame) ?? [];
  return { file, line: Number(line ?? 0), caller: caller ?? '<module>' };
}
