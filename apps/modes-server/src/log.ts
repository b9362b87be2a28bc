import { closeSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { type LogLevelName, logLevels } from './settings-schema.ts';

/** Writes the server's log: to stderr, because stdout carries the protocol, and to a file if one is set. */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warning(message: string): void;
  error(message: string, cause?: unknown): void;
  close(): void;
}

/** How to log. */
export interface LogOptions {
  readonly level: LogLevelName;
  readonly name: string;
  readonly file?: string | undefined;
  /** `%(asctime)s`, `%(name)s`, `%(levelname)s` and `%(message)s` are replaced. Default: all four. */
  readonly format?: string | undefined;
  readonly writeStderr?: (line: string) => void;
  readonly now?: () => Date;
}

const defaultFormat = '%(asctime)s - %(name)s - %(levelname)s - %(message)s';

/** Creates a log; a log file that cannot be opened is reported once and then done without. */
export function createLog(options: LogOptions): Log {
  const writeStderr = options.writeStderr ?? ((line) => process.stderr.write(line));
  const now = options.now ?? (() => new Date());
  const threshold = logLevels.indexOf(options.level);
  const file = openLogFile(options.file, writeStderr);
  const write = (level: LogLevelName, message: string) => {
    if (logLevels.indexOf(level) < threshold) return;
    const line = formatLine(options, { level, message, at: now() });
    writeStderr(line);
    file.write(line);
  };
  return {
    debug: (message) => write('DEBUG', message),
    info: (message) => write('INFO', message),
    warning: (message) => write('WARNING', message),
    error: (message, cause) => write('ERROR', cause === undefined ? message : `${message}: ${describeCause(cause)}`),
    close: () => file.close(),
  };
}

function formatLine(
  options: LogOptions,
  entry: { readonly level: string; readonly message: string; readonly at: Date },
): string {
  const values: Readonly<Record<string, string>> = {
    asctime: entry.at.toISOString(),
    name: options.name,
    levelname: entry.level,
    // One entry, one line: a message cannot forge another entry.
    message: entry.message.replaceAll(/[\r\n]+/g, ' | '),
  };
  const text = (options.format ?? defaultFormat).replaceAll(
    /%\((\w+)\)s/g,
    (token, name: string) => values[name] ?? token,
  );
  return `${text}\n`;
}

function openLogFile(
  file: string | undefined,
  writeStderr: (line: string) => void,
): { readonly write: (line: string) => void; readonly close: () => void } {
  if (file === undefined) return { write: () => undefined, close: () => undefined };
  try {
    makeFolder(dirname(file));
    const descriptor = openSync(file, 'a', 0o600);
    return { write: (line) => writeQuietly(descriptor, line), close: () => closeSync(descriptor) };
  } catch (error) {
    writeStderr(
      `WARNING The log file ${file} could not be opened (${(error as Error).message}); logging to stderr only.\n`,
    );
    return { write: () => undefined, close: () => undefined };
  }
}

// A full disk must not take the server down; stderr still has the line.
function writeQuietly(descriptor: number, line: string): void {
  try {
    writeSync(descriptor, line);
  } catch {
    return;
  }
}

function describeCause(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
