import { closeSync, fchmodSync, fstatSync, fsync, openSync, readSync, type Stats, write } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../make-folder.ts';
import { dayOf, isSameFile, moveAside, type Rotation, statFile } from './rotation.ts';

/** A file that several processes append whole lines to. */
export interface AppendFile {
  /**
   * Appends lines with one `write`, on a line of their own; not before the one before has ended. Resolves with how many bytes of them were
   * taken: fewer than all on a full disk.
   *
   * @throws {Error} of the file system, when nothing was taken.
   */
  write(lines: Buffer): Promise<number>;
  /** Resolves when what was written is on the disk. */
  sync(): Promise<void>;
  /** Opens the path again; not while something is written. */
  reopen(): void;
  close(): void;
}

/** How a file is appended to. */
export interface AppendFileOptions {
  readonly file: string;
  /** Default: never. */
  readonly rotation?: Rotation | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Told once when the file cannot be put aside. */
  readonly onProblem: (message: string) => void;
  /** One `write` of the system; resolves with the number of bytes that it took. Default: Node's. */
  readonly writeOnce?: (descriptor: number, bytes: Buffer) => Promise<number>;
}

/**
 * Opens a file for appending, for its owner only: rights of an own file are tightened, folders made for their owner.
 *
 * @throws {Error} of the file system.
 */
export function openAppendFile(options: AppendFileOptions): AppendFile {
  const { file, rotation, now, onProblem, writeOnce = writeToSystem } = options;
  let opened = openNow(file);
  let day = dayOf(opened.stats.size > 0 ? opened.stats.mtimeMs : now());
  const reopen = (): void => {
    const next = openNow(file);
    closeSync(opened.descriptor);
    opened = next;
  };
  let hasTold = false;
  // The log goes on in a file that cannot be renamed, such as in a folder that may not be changed.
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
  // Before each write: another process may have rotated the file, or it may have been deleted.
  const settle = (added: number): void => {
    if (!opened.isRegular) return;
    const atPath = statFile(file);
    const isToday = day === dayOf(now());
    const before = opened.stats;
    if (atPath === undefined || !isSameFile(before, atPath)) reopen();
    else if (rotation !== undefined && isDue(rotation, { size: atPath.size, added, isToday })) {
      rotate(rotation.keep);
      // Another process is at it, or it failed: still due.
      if (isSameFile(before, opened.stats)) return;
    }
    day = dayOf(now());
  };
  return {
    write: async (lines) => {
      settle(lines.length);
      const needsLineBreak = endsInside(opened);
      const bytes = needsLineBreak ? Buffer.concat([lineBreak, lines]) : lines;
      const written = await writeOnce(opened.descriptor, bytes);
      return Math.max(0, needsLineBreak ? written - 1 : written);
    },
    sync: () => promisify(fsync)(opened.descriptor),
    reopen,
    close: () => closeSync(opened.descriptor),
  };
}

const lineBreak = Buffer.from('\n');

// Not the promises of a file handle, which write in pieces.
async function writeToSystem(descriptor: number, bytes: Buffer): Promise<number> {
  return (await promisify(write)(descriptor, bytes)).bytesWritten;
}

interface Opened {
  readonly descriptor: number;
  readonly stats: Stats;
  /** A device or a pipe is only written to. */
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

/** Whether the last line has no end: a writer was killed in it, or the disk was full. The next line must not be glued to it. */
function endsInside({ descriptor, isRegular }: Opened): boolean {
  if (!isRegular) return false;
  const { size } = fstatSync(descriptor);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== lineBreak[0];
}
