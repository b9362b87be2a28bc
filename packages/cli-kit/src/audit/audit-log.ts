import { AppError } from '@modegate/text-files/settings';
import { type AppendFile, type AppendFileOptions, openAppendFile } from './append-file.ts';
import type { AuditLine } from './audit-line.ts';
import { formatAuditLine } from './format-line.ts';
import { createOutage, type OutageOptions } from './outage.ts';

/** When lines are written: soon; before the call is answered; or, with a flush to disk, before the call is answered. */
export const auditWritings = ['queue', 'sync', 'fsync'] as const;

/** One of {@link auditWritings}. */
export type AuditWriting = (typeof auditWritings)[number];

/** An append-only log that contains one JSON object per line and that several processes may share. */
export interface AuditLog {
  /**
   * Appends a line; lines are written in order. Returns a promise to wait for: with `sync` and `fsync`, until the line
   * is written; with `queue`, only if the disk cannot keep up.
   * @param need - With `sync` and `fsync`, `required` makes the promise reject if the line cannot be written; the line
   * is then dropped and counted. Default: the line is retained until it can be written.
   */
  append(line: AuditLine, need?: 'required'): Promise<void> | undefined;
  /** Reopens the file, which may have been renamed. */
  reopen(): void;
  /** Writes the remaining lines and closes the log. */
  close(): Promise<void>;
}

/** Options for openAuditLog. */
export interface AuditLogOptions
  extends Pick<AppendFileOptions, 'file' | 'rotation' | 'writeOnce'>,
    Pick<OutageOptions, 'program' | 'onFailure' | 'onRecovery'> {
  /** When lines are written. Default: `queue`. */
  readonly writing?: AuditWriting;
  /** Clock that returns the time in epoch milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
  /** Delay before retrying a failed write, in milliseconds. Default: 1000. */
  readonly retryMs?: number;
}

// Limits on a single write, on the backlog at which calls wait for the disk, and on the lines retained while the disk
// accepts no data.
const MAX_BATCH_BYTES = 262_144;
const MAX_QUEUED_BYTES = 4_194_304;
const MAX_KEPT_BYTES = 33_554_432;

interface Waiting {
  readonly bytes: Buffer;
  readonly isRequired: boolean;
  /** Reports that the line was written, or the reason why it was not. */
  readonly settle: (error?: Error) => void;
}

/**
 * Opens the audit log for appending, readable only by its owner.
 *
 * @throws {AppError} exit code 2 if the log cannot be opened, because a user who requests an audit must not run without
 * one.
 */
// oxlint-disable-next-line max-lines-per-function -- all operations share the open file and the queue of lines
export function openAuditLog(options: AuditLogOptions): AuditLog {
  const { writing = 'queue', now = Date.now, retryMs = 1_000 } = options;
  const output = openOrExplain({ ...options, now, onProblem: options.onFailure });
  const outage = createOutage({ ...options, now });
  let queue: Waiting[] = [];
  let queuedBytes = 0;
  let flushing: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let wantsReopen = false;
  let isClosed = false;

  const flush = async (): Promise<void> => {
    while (retry === undefined && (queue.length > 0 || wantsReopen)) {
      const batch = takeBatch(queue);
      queue = queue.slice(batch.length);
      queuedBytes -= sizeOf(batch);
      await writeBatch(batch);
    }
  };
  const startFlush = (): void => {
    flushing ??= flush().then(() => {
      flushing = undefined;
      // Handles lines that arrived after the last check.
      if (queue.length > 0 && retry === undefined) startFlush();
    });
  };
  const writeBatch = async (batch: readonly Waiting[]): Promise<void> => {
    const gap = outage.gap();
    const lines = [...gap, ...batch.map(({ bytes }) => bytes)];
    const { taken, error } = await tryWrite(output, lines, { reopen: wantsReopen, toDisk: writing === 'fsync' });
    wantsReopen = wantsReopen && error !== undefined;
    const whole = countWhole(lines, taken);
    if (whole >= gap.length) outage.recorded();
    const written = batch.slice(0, Math.max(0, whole - gap.length));
    for (const { settle, isRequired } of written) settle(isRequired ? error : undefined);
    if (error === undefined) outage.end();
    else pause(error, batch.slice(written.length));
  };
  const pause = (error: Error, rest: readonly Waiting[]): void => {
    outage.begin(error);
    const all = [...rest, ...queue];
    queue = [];
    queuedBytes = 0;
    retry = setTimeout(() => {
      retry = undefined;
      startFlush();
    }, retryMs).unref();
    for (const line of all) keep(line, error);
  };
  // Calls do not wait while the disk accepts no data.
  const keep = (line: Waiting, error: Error): void => {
    if (line.isRequired || queuedBytes + line.bytes.length > MAX_KEPT_BYTES) outage.lose();
    else {
      queue.push(line);
      queuedBytes += line.bytes.length;
    }
    line.settle(line.isRequired ? error : undefined);
  };
  const enqueue = (line: Waiting): void => {
    if (isClosed) {
      line.settle(line.isRequired ? new Error('it is closed') : undefined);
      return;
    }
    if (retry !== undefined) {
      keep(line, new Error('the last attempt to write it failed'));
      return;
    }
    queue.push(line);
    queuedBytes += line.bytes.length;
    startFlush();
  };
  return {
    append: (line, need) => {
      const bytes = Buffer.from(formatAuditLine(line));
      if (writing === 'queue') {
        enqueue({ bytes, isRequired: false, settle: () => undefined });
        return queuedBytes > MAX_QUEUED_BYTES ? flushing : undefined;
      }
      return new Promise((resolve, reject) => {
        const settle = (error?: Error): void => (error === undefined ? resolve() : reject(error));
        enqueue({ bytes, isRequired: need === 'required', settle });
      });
    },
    reopen: () => {
      if (isClosed) return;
      wantsReopen = true;
      startFlush();
    },
    close: async () => {
      isClosed = true;
      while (flushing !== undefined) await flushing;
      clearTimeout(retry);
      retry = undefined;
      await flush();
      clearTimeout(retry);
      if (queue.length > 0) options.onFailure(`${queue.length} lines of the audit log could not be written.`);
      await output.sync().catch(() => undefined);
      output.close();
    },
  };
}

function openOrExplain(options: AppendFileOptions): AppendFile {
  try {
    return openAppendFile(options);
  } catch (cause) {
    throw new AppError(
      `The audit log ${options.file} could not be opened: ${(cause as Error).message}. Choose another file with --audit-log.`,
      2,
      cause,
    );
  }
}

function sizeOf(lines: readonly Waiting[]): number {
  return lines.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** Returns the first lines that fit into one write; returns at least one line if there are any. */
function takeBatch(queue: readonly Waiting[]): readonly Waiting[] {
  let size = 0;
  const end = queue.findIndex(({ bytes }, index) => {
    size += bytes.length;
    return index > 0 && size > MAX_BATCH_BYTES;
  });
  return end === -1 ? queue : queue.slice(0, end);
}

type WriteSteps = Readonly<Record<'reopen' | 'toDisk', boolean>>;

/** Writes lines, and returns how many bytes were taken before an error. */
async function tryWrite(output: AppendFile, lines: readonly Buffer[], { reopen, toDisk }: WriteSteps) {
  const bytes = Buffer.concat(lines);
  let taken = 0;
  try {
    if (reopen) output.reopen();
    if (bytes.length > 0) taken = await output.write(bytes);
    if (taken < bytes.length)
      return { taken, error: new Error('only part of the data could be written; the disk may be full') };
    if (toDisk) await output.sync();
    return { taken, error: undefined };
  } catch (error) {
    return { taken, error: error as Error };
  }
}

/** Counts the lines that lie entirely within the given number of bytes at the beginning. */
function countWhole(lines: readonly Buffer[], bytes: number): number {
  let end = 0;
  const first = lines.findIndex((line) => {
    end += line.length;
    return end > bytes;
  });
  return first === -1 ? lines.length : first;
}
