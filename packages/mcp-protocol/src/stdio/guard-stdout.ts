import process from 'node:process';
import type { Writable } from 'node:stream';

/** A guarded stdout. */
export interface StdoutGuard {
  /** Restores the program's stdout. */
  restore(): void;
}

type Write = (text: string, done?: (error?: Error | null) => void) => boolean;

const originals = new WeakMap<Writable, Write>();

/**
 * Redirects to stderr everything that the program prints to stdout, because stdout carries the protocol (MCP
 * 2025-11-25, transports, stdio). Call it first; `serveStdio` still writes to stdout.
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

/** Returns the unguarded `write`, for the protocol itself. */
export function unguardedWrite(stream: Writable): (text: string, done: () => void) => void {
  return (text, done) => {
    const write = originals.get(stream);
    if (write === undefined) stream.write(text, done);
    else write(text, done);
  };
}
