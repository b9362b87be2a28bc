import { closeSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LogRecord } from './log-fields.ts';
import { readLogFormat } from './log-format.ts';
import { makeFolder } from './make-folder.ts';

/** The log levels, most verbose first. */
export const logLevels = ['DEBUG', 'INFO', 'WARNING', 'ERROR'] as const;

/** A log level. */
export type LogLevelName = (typeof logLevels)[number];

/** The server's log: written to stderr, because stdout carries the protocol, and to a file if one is set. */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warning(message: string): void;
  error(message: string, cause?: unknown): void;
  close(): void;
}

/** A log whose file can be reopened. */
export interface FileLog extends Log {
  /** Reopens the file, which may have been renamed. */
  reopen(): void;
}

/** Options for createLog. */
export interface LogOptions {
  readonly level: LogLevelName;
  /** The name of the logger. */
  readonly name: string;
  readonly file?: string | undefined;
  /**
   * A format in Python's style, such as `%(levelname)s: %(message)s`; see `readLogFormat`. Default: time, name, level
   * and message.
   */
  readonly format?: string | undefined;
  /** Removes secrets from a message. By default, nothing is removed. */
  readonly mask?: (text: string) => string;
  readonly writeStderr?: (lines: string) => void;
  readonly now?: () => Date;
}

const defaultFormat = '%(asctime)s - %(name)s - %(levelname)s - %(message)s';

/**
 * Creates a log; if the log file cannot be opened, reports this once and does not use the file. Warnings and errors are
 * written immediately; other lines are written together when the current work is done, or every 20 ms during a burst,
 * so that they do not delay responses.
 *
 * @throws {AppError} exit code 2 for a format with an unknown placeholder.
 */
export function createLog(options: LogOptions): FileLog {
  const { writeStderr = (lines: string) => void process.stderr.write(lines), now = () => new Date() } = options;
  const threshold = logLevels.indexOf(options.level);
  let file = openLogFile(options.file, writeStderr);
  const format = readLogFormat(options.format ?? defaultFormat);
  const { name, mask = (text: string) => text } = options;
  let pending = '';
  let flushedAt = Number.NEGATIVE_INFINITY;
  const flush = () => {
    if (pending === '') return;
    flushedAt = performance.now();
    const lines = pending;
    pending = '';
    writeStderr(lines);
    file.write(lines);
  };
  const write = (level: LogLevelName, text: string, calledAs: LogRecord['calledAs']) => {
    if (logLevels.indexOf(level) < threshold) return;
    // Each entry occupies one line, so that a message cannot forge another entry.
    const message = mask(text).replaceAll(/[\r\n]+/g, ' | ');
    if (pending === '') {
      if (performance.now() - flushedAt > BURST_MS) setImmediate(flush);
      else setTimeout(flush, BURST_MS).unref();
    }
    pending += `${format({ name, level, message, at: now(), calledAs })}\n`;
    if (level === 'WARNING' || level === 'ERROR' || pending.length > MAX_PENDING) flush();
  };
  process.on('exit', flush);
  const log: FileLog = {
    debug: (message) => write('DEBUG', message, log.debug),
    info: (message) => write('INFO', message, log.info),
    warning: (message) => write('WARNING', message, log.warning),
    error: (message, cause) =>
      write('ERROR', cause === undefined ? message : `${message}: ${describeCause(cause)}`, log.error),
    reopen: () => {
      flush();
      file.close();
      file = openLogFile(options.file, writeStderr);
    },
    close: () => {
      flush();
      process.off('exit', flush);
      file.close();
    },
  };
  return log;
}

/** Each write wakes the process that reads the log, which costs as much as handling a call. */
const BURST_MS = 20;

/** Maximum number of pending characters: the amount that a pipe accepts in one write. */
const MAX_PENDING = 65_536;

interface LogFile {
  readonly write: (lines: string) => void;
  readonly close: () => void;
}

const noFile: LogFile = { write: () => undefined, close: () => undefined };

function openLogFile(file: string | undefined, writeStderr: (line: string) => void): LogFile {
  if (file === undefined) return noFile;
  try {
    makeFolder(dirname(file));
    const descriptor = openSync(file, 'a', 0o600);
    return { write: (lines) => writeQuietly(descriptor, lines), close: () => closeSync(descriptor) };
  } catch (error) {
    writeStderr(
      `WARNING The log file ${file} could not be opened (${(error as Error).message}); logging to stderr only.\n`,
    );
    return noFile;
  }
}

// A full disk must not crash the server; the line is still written to stderr.
function writeQuietly(descriptor: number, lines: string): void {
  try {
    writeSync(descriptor, lines);
  } catch {
    return;
  }
}

function describeCause(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
