import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { waitAtMost } from '@modegate/timing';
import type { ClientConnection, ProtocolServer } from '../protocol-server.ts';
import { type EndSignal, onSignals } from '../signals.ts';
import { guardStdout } from './guard-stdout.ts';
import { createStdioChannel, type StdioChannel } from './stdio-channel.ts';

/** The reason why serving ended. */
export type StdioEnd = 'stdin-ended' | 'stdout-failed' | 'closed' | EndSignal;

/** Options of {@link serveStdio}. */
export interface ServeStdioOptions {
  /** Stream to read from. Default: the process's stdin. */
  readonly stdin?: Readable;
  /** Stream to write to. Default: the process's stdout, guarded with {@link guardStdout} while serving. */
  readonly stdout?: Writable;
  /**
   * Shuts down cleanly on SIGINT, SIGTERM and SIGHUP, or on the given signals. Further signals are ignored, even after
   * serving has ended, so that they cannot interrupt the program's cleanup; only a signal that comes more than ten
   * seconds after the first ends the process. Default false.
   */
  readonly signals?: boolean | readonly EndSignal[];
  /** Maximum size of a message; larger messages are dropped unread and answered with -32600. Default 10 MiB. */
  readonly maxMessageBytes?: number;
  /**
   * Maximum number of unanswered requests before reading pauses, not counting requests that are waiting for another
   * program. Default 1024.
   */
  readonly maxPending?: number;
  /** Maximum number of unsent bytes before reading pauses. Default 4 MiB. */
  readonly maxUnsentBytes?: number;
  /** Time limit for active requests after stdin has ended, and for sending the last responses. Default 2000. */
  readonly drainMs?: number;
  /**
   * Called at the start of the shutdown, in the same turn and before active requests are aborted; called again if a
   * signal follows another cause. Meant for urgent work: a client may kill the process a few milliseconds later.
   */
  readonly onEnding?: (end: StdioEnd) => void;
  /** Called once after serving has ended. */
  readonly onClose?: (end: StdioEnd) => void;
}

/** A server that is being served over stdio. */
export interface StdioServing {
  readonly connection: ClientConnection;
  /** Resolves to the reason after the last byte has been written; the caller may then exit. */
  readonly closed: Promise<StdioEnd>;
  /** Aborts active requests, writes the responses and resolves when serving has ended. */
  close(): Promise<void>;
}

/** Serves one client on stdin and stdout, one JSON-RPC message per line (MCP 2025-11-25, transports, stdio). */
export async function serveStdio(server: ProtocolServer, options: ServeStdioOptions = {}): Promise<StdioServing> {
  const { stdin = process.stdin, stdout = process.stdout, drainMs = 2_000 } = options;
  const ending = createEnding<StdioEnd>(options.onEnding);
  const channel = createStdioChannel({
    stdin,
    stdout,
    maxMessageBytes: options.maxMessageBytes ?? 10 * 1024 * 1024,
    maxPending: options.maxPending ?? 1_024,
    maxUnsentBytes: options.maxUnsentBytes ?? 4 * 1024 * 1024,
    onInputEnd: () => void waitAtMost(connection.idle(), { limitMs: drainMs }).then(() => ending.end('stdin-ended')),
    onOutputFailure: () => {
      channel.silence();
      ending.end('stdout-failed');
    },
  });
  const connection = await server.connect(channel);
  const guard = options.stdout === undefined ? guardStdout() : undefined;
  void connection.closed.then(() => ending.end('closed'));
  const unlisten = options.signals ? onSignals(ending.hurry, options.signals) : () => undefined;
  const closed = ending.reason.then(async (reason) => {
    await shutDown(channel, connection, drainMs);
    unlisten();
    guard?.restore();
    options.onClose?.(reason);
    return reason;
  });
  channel.listen();
  return {
    connection,
    closed,
    close: async () => {
      ending.end('closed');
      await closed;
    },
  };
}

async function shutDown(channel: StdioChannel, connection: ClientConnection, drainMs: number): Promise<void> {
  channel.detach();
  await connection.close();
  await waitAtMost(channel.flush(), { limitMs: drainMs });
  channel.silence();
}

interface Ending<Reason> {
  readonly reason: Promise<Reason>;
  /** Ends serving; only the first reason is used, and it is reported immediately. */
  end(reason: Reason): void;
  /** Works like `end`, but reports the reason even if it is not the first. */
  hurry(reason: Reason): void;
}

function createEnding<Reason>(tell: (reason: Reason) => void = () => undefined): Ending<Reason> {
  const { promise, resolve } = Promise.withResolvers<Reason>();
  let hasEnded = false;
  let isHurried = false;
  const begin = (reason: Reason): void => {
    hasEnded = true;
    tell(reason);
    resolve(reason);
  };
  return {
    reason: promise,
    end: (reason) => {
      if (!hasEnded) begin(reason);
    },
    hurry: (reason) => {
      if (isHurried) return;
      isHurried = true;
      begin(reason);
    },
  };
}
