import { read } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';

/**
 * Whether standard input is read by its descriptor, which saves a start a fifth of its time, since streams and sockets need not be loaded. Such a
 * read keeps the process from ending by itself while it waits, so it is for our launcher alone, which takes the answer of a process that killed
 * itself.
 */
export const isReadByDescriptor = process.platform !== 'win32' && basename(process.argv[1] ?? '') === 'start-hook.cjs';

let isWaiting = false;

/** What comes in on standard input, in pieces. */
export async function* standardInput(): AsyncGenerator<Uint8Array> {
  if (!isReadByDescriptor) return yield* process.stdin;
  const buffer = Buffer.alloc(64 * 1024);
  for (;;) {
    isWaiting = true;
    const { bytesRead } = await readPiece(0, buffer, 0, buffer.length, null);
    isWaiting = false;
    if (bytesRead === 0) return undefined;
    yield buffer.subarray(0, bytesRead);
  }
}

const readPiece = promisify(read);

/** Ends the process, also while it waits for input. */
export function endProcess(exitCode: number): never {
  if (isWaiting) process.kill(process.pid, 'SIGKILL');
  process.exit(exitCode);
}
