import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { waitAtMost } from '@modegate/timing';
import type { ClientConnection, ProtocolServer } from '../protocol-server.ts';
import { type EndSignal, onSignals } from '../signals.ts';
import { guardStdout } from './guard-stdout.ts';
import { createStdioChannel, type StdioChannel } from './stdio-channel.ts';

/** Why serving ended. */
export type StdioEnd = 'stdin-ended' | 'stdout-failed' | 'closed' | EndSignal;

/** How to serve on stdio. */
export interface ServeStdioOptions {
  /** Default: the process's stdin. */
  readonly stdin?: Readable;
  /** Default: the process's stdout, guarded with {@link guardStdout} while serving. */
  readonly stdout?: Writable;
  /**
   * Close in good order on SIGINT, SIGTERM and SIGHUP, or on those that are named. Further signals change nothing, also after serving has ended, so
   * that none cuts short what the program still has to do; one that comes ten seconds after the first ends the process. Default false.
   */
  readonly signals?: boolean | readonly EndSignal[];
  /** A longer message is dropped unread and answered with -32600. Default 10 MiB. */
  readonly maxMessageBytes?: number;
  /** How many requests may be unanswered before no more is read, those that wait for another program aside. Default 1024. */
  readonly maxPending?: number;
  /** How many bytes may be unsent to a client that does not read before no more is read from it. Default 4 MiB. */
  readonly maxUnsentBytes?: number;
  /** How long requests in flight may go on after stdin has ended, and how long the last answers may take. Default 2000. */
  readonly drainMs?: number;
  /**
   * Told when serving begins to end, in the turn of its cause, before what is in flight is aborted; and once more by a signal that comes after
   * another cause. For what must not wait: a client may kill the process a few milliseconds after it has asked it to end.
   */
  readonly onEnding?: (end: StdioEnd) => void;
  /** Told once when serving has ended. */
  readonly onClose?: (end: StdioEnd) => void;
}

/** A server being served on stdio. */
export interface StdioServing {
  readonly connection: ClientConnection;
  /** Resolves with the reason once everything has ended and the last byte is written; the caller may then exit. */
  readonly closed: Promise<StdioEnd>;
  /** Ends serving: aborts what is in flight, writes what is answered, and resolves when that is done. */
  close(): Promise<void>;
}

/** Serves one client on stdin and stdout, one JSON-RPC message a line (MCP 2025-11-25, transports, stdio). */
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
  /** The first reason holds, and is reported at once. */
  end(reason: Reason): void;
  /** The same; as a later reason it is reported, too. */
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
