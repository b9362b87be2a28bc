import { read } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';

/** Reads a piece of standard input into a buffer; resolves with the number of bytes, or 0 at the end of input. */
export type ReadPiece = (into: Buffer) => Promise<number>;

let isWaiting = false;

/** Yields the pieces of standard input. */
export async function* standardInput(
  readPiece: ReadPiece | undefined = isReadByDescriptor() ? readDescriptor : undefined,
  stream: () => AsyncIterable<Uint8Array | string> = () => process.stdin,
): AsyncGenerator<Uint8Array | string> {
  if (readPiece === undefined) return yield* stream();
  const buffer = Buffer.alloc(64 * 1024);
  for (;;) {
    const length = await readPiece(buffer).catch(nothingYet);
    // The agent has made its end of the pipe non-blocking, which only a stream can handle.
    if (length === undefined) return yield* stream();
    if (length === 0) return undefined;
    yield Buffer.from(buffer.subarray(0, length));
  }
}

/**
 * True if standard input can be read by descriptor, which saves a fifth of the startup time because no streams or
 * sockets are loaded. A pending read prevents a normal exit, so this is the case only under Modegate's launcher, which
 * accepts an answer from a process that has killed itself.
 */
function isReadByDescriptor(): boolean {
  return process.platform !== 'win32' && basename(process.argv[1] ?? '') === 'start-hook.cjs';
}

async function readDescriptor(into: Buffer): Promise<number> {
  isWaiting = true;
  try {
    return (await promisify(read)(0, into, 0, into.length, null)).bytesRead;
  } finally {
    isWaiting = false;
  }
}

function nothingYet(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EAGAIN') throw error;
}

/** Ends the process, even while it is waiting for input. */
export function endProcess(exitCode: number): never {
  if (isWaiting) process.kill(process.pid, 'SIGKILL');
  process.exit(exitCode);
}
