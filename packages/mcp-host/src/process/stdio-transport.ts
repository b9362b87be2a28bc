import { createLineReader, type LineReader } from '@modegate/json-rpc/line-reader';
import { HostError } from '../host-error.ts';
import { readMessageText } from '../transport/read-message-text.ts';
import { readableLine } from '../transport/server-log.ts';
import type { TransportReceiver, UpstreamTransport } from '../transport/transport.ts';
import { type RunningChild, startChildProcess } from './child-process.ts';
import { createLineSender, type LineSender } from './line-sender.ts';
import { describeStdioEnd, type StdioEndCause } from './stdio-end.ts';
import { exitWithin, hasExited, stopChild } from './stop-child.ts';

/** Options of {@link createStdioTransport}. */
export interface StdioTransportOptions {
  /** The command as configured; on Windows, the transport resolves its executable file and interpreter. */
  readonly command: string;
  readonly args: readonly string[];
  /** The complete environment of the process; none of this process's own variables are added. */
  readonly env: Readonly<Record<string, string>>;
  /** Working folder of the process. Default: this process's working folder. */
  readonly cwd?: string | undefined;
  /** Platform on which the process runs. Default: the current platform. */
  readonly platform?: NodeJS.Platform;
  /** Maximum size of a message; a larger message ends the link. Default 64 MiB. */
  readonly maxMessageBytes?: number;
  /**
   * Time allowed for each step of the shutdown (end of input, SIGTERM) before the next step (SIGTERM, SIGKILL). Default
   * 2000.
   */
  readonly stopGraceMs?: number;
  /**
   * Signal that ends the process when aborted: the process's input is closed and SIGTERM is sent to its group in the
   * same turn. Default: never aborted.
   */
  readonly hurry?: AbortSignal;
}

const DEFAULT_MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const DEFAULT_STOP_GRACE_MS = 2000;
const MAX_LOG_LINE_BYTES = 4096;
const EXIT_WAIT_MS = 100;

/**
 * Creates a transport that starts a process and exchanges newline-delimited JSON with it (MCP 2025-11-25,
 * basic/transports, stdio). Starts nothing before `start`; by the time the link has ended, the process and its
 * descendants have also ended.
 */
export function createStdioTransport(options: StdioTransportOptions): UpstreamTransport {
  let link: StdioLink | undefined;
  let starting: Promise<void> | undefined;
  let closing = false;
  const begin = async (receiver: TransportReceiver): Promise<void> => {
    const { command, args, env, cwd, platform = process.platform } = options;
    if (closing || options.hurry?.aborted === true) throw closedTooSoon(command);
    const child = await startChildProcess({ command, args, env, cwd, platform });
    link = connectChild(child, receiver, options);
  };
  return {
    start: (receiver) => {
      starting = begin(receiver);
      return starting;
    },
    send: (message) => {
      if (link === undefined) return Promise.reject(closedError('it has not been started'));
      try {
        return link.sender.send(JSON.stringify(message));
      } catch (error) {
        return Promise.reject(error);
      }
    },
    close: async () => {
      closing = true;
      await starting?.catch(() => undefined);
      if (link !== undefined) await end(link, { kind: 'asked' });
    },
    get pid() {
      return link?.child.pid;
    },
  };
}

interface StdioLink {
  readonly child: RunningChild;
  readonly sender: LineSender;
  readonly lines: LineReader;
  readonly receiver: TransportReceiver;
  readonly graceMs: number;
  readonly hurry: AbortSignal | undefined;
  lastLogLine: string | undefined;
  /** Promise that resolves when the link has ended; set once the link has begun to end. */
  ended: Promise<void> | undefined;
}

function connectChild(child: RunningChild, receiver: TransportReceiver, options: StdioTransportOptions): StdioLink {
  const { maxMessageBytes = DEFAULT_MAX_MESSAGE_BYTES, stopGraceMs = DEFAULT_STOP_GRACE_MS, hurry } = options;
  const { stdin, stdout, stderr } = child.process;
  const messages = {
    message: receiver.message,
    garbage: (line: string) =>
      receiver.note('garbage', `It wrote something other than a JSON-RPC message to stdout: ${readableLine(line)}`),
  };
  const lines = createLineReader({
    maxLineBytes: maxMessageBytes,
    oversized: 'stop',
    onLine: (line) => {
      if (line.kind !== 'oversized') readMessageText(line.text, messages);
      else void end(link, { kind: 'oversized', bytes: line.bytes, maxBytes: maxMessageBytes });
    },
  });
  const link: StdioLink = {
    child,
    sender: createLineSender(stdin),
    lines,
    receiver,
    graceMs: stopGraceMs,
    hurry,
    lastLogLine: undefined,
    ended: undefined,
  };
  const log = createLineReader({
    maxLineBytes: MAX_LOG_LINE_BYTES,
    oversized: 'cut',
    onLine: (line) => {
      if (line.kind === 'oversized') return;
      link.lastLogLine = readableLine(line.text);
      receiver.note('stderr', link.lastLogLine);
    },
  });
  stdout.on('data', (chunk: Buffer) => readLines(lines, chunk));
  stderr.on('data', (chunk: Buffer) => readLines(log, chunk));
  stderr.on('end', log.end);
  stdin.on('error', (cause) => void end(link, { kind: 'input-closed', cause }));
  stdout.on('error', (cause) => void end(link, { kind: 'output-closed', cause }));
  stdout.on('end', () => void end(link, { kind: 'output-closed' }));
  stderr.on('error', () => undefined);
  child.process.once('exit', () => void end(link, { kind: 'exited' }));
  if (hasExited(child)) void end(link, { kind: 'exited' });
  const endNow = (): void => void end(link, { kind: 'asked' });
  if (hurry?.aborted === true) endNow();
  hurry?.addEventListener('abort', endNow, { once: true });
  child.process.once('close', () => hurry?.removeEventListener('abort', endNow));
  return link;
}

function readLines(lines: LineReader, chunk: Buffer): void {
  lines.push(chunk);
  lines.drain();
}

// Only the first cause is reported, because later causes are consequences of the first.
function end(link: StdioLink, cause: StdioEndCause): Promise<void> {
  link.ended ??= runEnd(link, cause);
  return link.ended;
}

async function runEnd(link: StdioLink, first: StdioEndCause): Promise<void> {
  const { child, sender, lines, receiver, graceMs, hurry } = link;
  sender.flush();
  sender.end(() => closedError('it is ending'));
  // An exiting process closes its streams just before it reports its exit.
  const lostStream = first.kind === 'input-closed' || first.kind === 'output-closed';
  if (lostStream) await exitWithin(child, EXIT_WAIT_MS);
  const cause: StdioEndCause = lostStream && hasExited(child) ? { kind: 'exited' } : first;
  await stopChild(child, { graceMs, politely: cause.kind === 'asked', hurry });
  lines.end();
  receiver.closed(describeStdioEnd(cause, child.process, link.lastLogLine));
}

function closedTooSoon(command: string): HostError<'UPSTREAM_START_FAILED'> {
  const reason = 'it was closed before it started.';
  return new HostError('UPSTREAM_START_FAILED', `Did not start "${command}": ${reason}`, {
    data: { target: command, reason, systemCode: undefined },
  });
}

function closedError(reason: string): HostError<'UPSTREAM_CLOSED'> {
  return new HostError('UPSTREAM_CLOSED', `The connection to the server's process is not open: ${reason}.`, {
    data: { server: undefined, reason },
  });
}
