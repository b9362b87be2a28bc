import type { Readable, Writable } from 'node:stream';
import { isJsonObject } from '@modegate/json';
import type { JsonRpcMessage, RequestId } from '@modegate/json-rpc';
import { createLineReader, type Line, type LineReader } from '@modegate/json-rpc/line-reader';
import type { Channel, ChannelReceiver } from '../connection/channel.ts';
import { failureAnswer, parseMessage } from '../json-rpc/read-message.ts';
import { unguardedWrite } from './guard-stdout.ts';
import { createLineWriter, type LineWriter } from './line-writer.ts';

/** A channel over a pair of byte streams. */
export interface StdioChannel extends Channel {
  /** Starts reading. */
  listen(): void;
  /** Stops reading. */
  detach(): void;
  /** Resolves when the queue has been written or the output has failed. */
  flush(): Promise<void>;
  /** Drops the queue and ends writing. */
  silence(): void;
}

export interface StdioChannelOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly maxMessageBytes: number;
  readonly maxPending: number;
  readonly maxUnsentBytes: number;
  /** Called once after the last line of the input has been delivered. */
  readonly onInputEnd: () => void;
  /** Called when the output fails. */
  readonly onOutputFailure: () => void;
}

interface Intake {
  readonly options: StdioChannelOptions;
  readonly writer: LineWriter;
  readonly reader: LineReader;
  /** Sizes of active messages above 64 KiB, tracked because a thousand such messages would be too large in total. */
  readonly largeRequests: Map<RequestId, number>;
  receiver: ChannelReceiver | undefined;
  largeBytes: number;
  inputEnded: boolean;
  attached: boolean;
  pumping: boolean;
}

const LARGE_BYTES = 64 * 1024;
const MAX_LARGE_BYTES = 32 * 1024 * 1024;

/** Creates a channel; nothing is read until `listen` is called. */
export function createStdioChannel(options: StdioChannelOptions): StdioChannel {
  const { stdin, stdout } = options;
  const intake = createIntake(options);
  const { writer } = intake;
  const onData = (chunk: unknown): void => {
    intake.reader.push(typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array));
    pump(intake);
  };
  const onEnd = (): void => {
    intake.inputEnded = true;
    pump(intake);
  };
  // This listener is never removed: a pipe may fail after everything else has ended, and an unhandled error event would
  // end the process.
  stdout.on('error', options.onOutputFailure);
  stdout.on('close', options.onOutputFailure);
  return {
    start: (receiver) => {
      intake.receiver = receiver;
    },
    listen: () => {
      intake.attached = true;
      stdin.on('data', onData).once('end', onEnd).once('close', onEnd).once('error', onEnd);
      if (stdin.readableEnded || stdin.destroyed) onEnd();
      if (stdout.destroyed) options.onOutputFailure();
    },
    send: (message, relatedRequestId) => {
      try {
        return writer.write(JSON.stringify(message), relatedRequestId !== undefined || isLastAnswer(intake, message));
      } catch (error) {
        return Promise.reject(error);
      }
    },
    settled: (requestId) => {
      if (intake.largeBytes > 0) release(intake, requestId);
      if (stdin.isPaused()) pump(intake);
    },
    close: () => undefined,
    detach: () => {
      intake.attached = false;
      stdin.off('data', onData).off('end', onEnd).off('close', onEnd);
      stdin.pause();
    },
    flush: () => writer.flush(),
    silence: () => writer.stop(),
  };
}

function createIntake(options: StdioChannelOptions): Intake {
  const intake: Intake = {
    options,
    writer: createLineWriter({
      stream: options.stdout,
      write: unguardedWrite(options.stdout),
      highWaterBytes: options.maxUnsentBytes,
      onRelief: () => pump(intake),
    }),
    reader: createLineReader({
      maxLineBytes: options.maxMessageBytes,
      onLine: (line) => takeLine(intake, line),
      wanted: () => wantsMore(intake),
    }),
    largeRequests: new Map(),
    receiver: undefined,
    largeBytes: 0,
    inputEnded: false,
    attached: false,
    pumping: false,
  };
  return intake;
}

function wantsMore({ attached, receiver, options, writer, largeBytes }: Intake): boolean {
  if (!attached || receiver === undefined) return false;
  return (
    receiver.ownInFlight < options.maxPending && writer.unsent <= options.maxUnsentBytes && largeBytes < MAX_LARGE_BYTES
  );
}

/** True for the last response in a turn, which triggers the write; earlier responses are queued until then. */
function isLastAnswer({ receiver }: Intake, message: JsonRpcMessage | readonly JsonRpcMessage[]): boolean {
  return !('method' in message) && receiver?.inFlight === 1;
}

// While capacity remains, delivers the lines that have been read; resumes reading once all lines have been delivered.
function pump(intake: Intake): void {
  if (!intake.attached || intake.pumping) return;
  intake.pumping = true;
  const delivered = intake.reader.drain();
  intake.pumping = false;
  const { stdin } = intake.options;
  if (!delivered) stdin.pause();
  else if (intake.inputEnded) finishInput(intake);
  else if (stdin.isPaused()) stdin.resume();
}

function finishInput(intake: Intake): void {
  intake.reader.end();
  intake.attached = false;
  intake.options.onInputEnd();
}

function takeLine(intake: Intake, line: Line): void {
  const { receiver, options } = intake;
  if (line.kind === 'oversized') {
    const message = `A message of ${line.bytes} bytes exceeds the limit of ${options.maxMessageBytes}.`;
    refuse(
      intake,
      failureAnswer(null, { name: 'INVALID_REQUEST', message, data: { maxBytes: options.maxMessageBytes } }),
    );
  } else if (line.kind === 'not-utf8') {
    refuse(
      intake,
      failureAnswer(null, { name: 'PARSE_ERROR', message: 'Not UTF-8: messages are UTF-8 encoded JSON.' }),
    );
  } else {
    const parsed = parseMessage(line.text);
    if (parsed.kind === 'invalid') {
      refuse(intake, parsed.answer);
      return;
    }
    // The size of the whole batch is included until the first of its requests ends.
    if (line.bytes > LARGE_BYTES)
      hold(intake, Array.isArray(parsed.value) ? parsed.value[0] : parsed.value, line.bytes);
    receiver?.message(parsed.value);
  }
}

function refuse(intake: Intake, answer: JsonRpcMessage): void {
  void intake.writer.write(JSON.stringify(answer));
}

function hold(intake: Intake, value: unknown, bytes: number): void {
  if (!isJsonObject(value) || typeof value.method !== 'string') return;
  const { id } = value;
  if ((typeof id !== 'string' && !Number.isSafeInteger(id)) || intake.largeRequests.has(id as RequestId)) return;
  intake.largeRequests.set(id as RequestId, bytes);
  intake.largeBytes += bytes;
}

function release(intake: Intake, requestId: RequestId): void {
  intake.largeBytes -= intake.largeRequests.get(requestId) ?? 0;
  intake.largeRequests.delete(requestId);
}
