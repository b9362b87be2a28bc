import { closeSync, fchmodSync, fstatSync, fsync, openSync, readSync, type Stats, write } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../make-folder.ts';
import { dayOf, isSameFile, moveAside, type Rotation, statFile } from './rotation.ts';

/** A file to which several processes append whole lines. */
export type AppendFile = ReturnType<typeof openAppendFile>;

/** Options for openAppendFile. */
export interface AppendFileOptions {
  readonly file: string;
  /** Conditions under which the file is rotated. Default: never. */
  readonly rotation?: Rotation | undefined;
  /** Clock that returns the time in epoch milliseconds. */
  readonly now: () => number;
  /** Called once if the file cannot be rotated. */
  readonly onProblem: (message: string) => void;
  /** Performs one system `write`; resolves with the number of bytes written. Default: Node's function. */
  readonly writeOnce?: (descriptor: number, bytes: Buffer) => Promise<number>;
}

/**
 * Opens, for appending, a file that only its owner can access: tightens the permissions on the user's own file, and
 * creates folders that only the owner can access.
 * @throws {Error} from the file system.
 */
export function openAppendFile(options: AppendFileOptions) {
  const { file, rotation, now, onProblem, writeOnce = writeToSystem } = options;
  let opened = openNow(file);
  let day = dayOf(opened.stats.size > 0 ? opened.stats.mtimeMs : now());
  const reopen = (): void => {
    const next = openNow(file);
    closeSync(opened.descriptor);
    opened = next;
  };
  let hasTold = false;
  // If the file cannot be renamed, for example because the folder is read-only, the log continues in the same file.
  const rotate = (keep: number | undefined): void => {
    try {
      moveAside(file, opened.stats, { keep, nowMs: now() });
      reopen();
      hasTold = false;
    } catch (error) {
      if (!hasTold) onProblem(`${file} could not be rotated and keeps growing: ${(error as Error).message}`);
      hasTold = true;
    }
  };
  // Checked before each write, because another process may have rotated or deleted the file.
  const settle = (added: number): void => {
    if (!opened.isRegular) return;
    const atPath = statFile(file);
    const isToday = day === dayOf(now());
    const before = opened.stats;
    if (atPath === undefined || !isSameFile(before, atPath)) reopen();
    else if (rotation !== undefined && isDue(rotation, { size: atPath.size, added, isToday })) {
      rotate(rotation.keep);
      // Another process is rotating the file, or rotation failed and is still pending.
      if (isSameFile(before, opened.stats)) return;
    }
    day = dayOf(now());
  };
  return {
    /**
     * Appends lines with one `write`, starting on a new line; must be called only after the previous write has ended.
     * Resolves with the number of bytes written, which is smaller than the total if the disk is full.
     *
     * @throws {Error} from the file system, if nothing was written.
     */
    write: async (lines: Buffer): Promise<number> => {
      settle(lines.length);
      const needsLineBreak = endsInside(opened);
      const bytes = needsLineBreak ? Buffer.concat([lineBreak, lines]) : lines;
      const written = await writeOnce(opened.descriptor, bytes);
      return Math.max(0, needsLineBreak ? written - 1 : written);
    },
    /** Resolves when the written data has reached the disk. */
    sync: (): Promise<void> => promisify(fsync)(opened.descriptor),
    /** Reopens the file at the path; must not be called during a write. */
    reopen,
    close: (): void => closeSync(opened.descriptor),
  };
}

const lineBreak = Buffer.from('\n');

// Does not use the promise-based methods of a file handle, because they write data in pieces.
async function writeToSystem(descriptor: number, bytes: Buffer): Promise<number> {
  return (await promisify(write)(descriptor, bytes)).bytesWritten;
}

interface Opened {
  readonly descriptor: number;
  readonly stats: Stats;
  /** False for a device or pipe, to which the log only writes. */
  readonly isRegular: boolean;
}

function openNow(file: string): Opened {
  makeFolder(dirname(file), 0o700);
  const isDevice = statFile(file)?.isFile() === false;
  const descriptor = openSync(file, isDevice ? 'a' : 'a+', 0o600);
  const stats = fstatSync(descriptor);
  const isRegular = stats.isFile();
  if (isRegular && stats.uid === process.getuid?.() && (stats.mode & 0o077) !== 0) fchmodSync(descriptor, 0o600);
  return { descriptor, stats, isRegular };
}

interface Growth {
  readonly size: number;
  readonly added: number;
  readonly isToday: boolean;
}

function isDue({ maxBytes, daily }: Rotation, { size, added, isToday }: Growth): boolean {
  return size > 0 && ((daily && !isToday) || (maxBytes !== undefined && size + added > maxBytes));
}

/**
 * True if the last line is incomplete, because its writer was killed or the disk was full. The next line must not be
 * joined to it.
 */
function endsInside({ descriptor, isRegular }: Opened): boolean {
  if (!isRegular) return false;
  const { size } = fstatSync(descriptor);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== lineBreak[0];
}
