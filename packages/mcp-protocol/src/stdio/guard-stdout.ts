import process from 'node:process';
import type { Writable } from 'node:stream';

/** A guarded stdout. */
export interface StdoutGuard {
  /** Gives stdout back to the program. */
  restore(): void;
}

type Write = (text: string, done?: (error?: Error | null) => void) => boolean;

const originals = new WeakMap<Writable, Write>();

/**
 * Sends everything that the program prints to stdout (`console.log`, stray writes) to stderr instead, because stdout
 * carries the protocol (MCP 2025-11-25, transports, stdio). Call it first thing; `serveStdio` still reaches stdout.
 */
export function guardStdout(streams: { readonly stdout?: Writable; readonly stderr?: Writable } = {}): StdoutGuard {
  const { stdout = process.stdout, stderr = process.stderr } = streams;
  if (originals.has(stdout)) return { restore: () => undefined };
  const original = stdout.write;
  originals.set(stdout, original.bind(stdout));
  stdout.write = stderr.write.bind(stderr);
  return {
    restore: () => {
      stdout.write = original;
      originals.delete(stdout);
    },
  };
}

/** The way past the guard, for the protocol itself. */
export function unguardedWrite(stream: Writable): (text: string, done: () => void) => void {
  return (text, done) => {
    const write = originals.get(stream);
    if (write === undefined) stream.write(text, done);
    else write(text, done);
  };
}
