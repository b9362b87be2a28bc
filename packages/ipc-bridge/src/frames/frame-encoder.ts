import type { JsonObject } from '@modegate/json';
import { IpcError } from '../ipc-error.ts';
import { defaultMaxFrameBytes } from './frame.ts';

const utf8 = new TextEncoder();

/**
 * Encodes a message as one frame: the envelope `{ type: 'message', data }` as UTF-8 JSON, and a form feed. Write it in
 * one piece, because node-ipc before version 14 dispatches nothing until the received data ends in a delimiter.
 * @throws {IpcError} FRAME_TOO_LARGE above `maxFrameBytes`; COMMAND_INVALID for values that are not JSON (a cycle, a
 * bigint).
 */
export function encodeFrame(message: JsonObject, options: { readonly maxFrameBytes?: number } = {}): Uint8Array {
  const { maxFrameBytes = defaultMaxFrameBytes } = options;
  const frame = utf8.encode(`${stringify(message)}\f`);
  const bytes = frame.length - 1;
  if (bytes <= maxFrameBytes) return frame;
  throw new IpcError(
    'FRAME_TOO_LARGE',
    `The message is ${bytes} bytes long, but the limit for a frame is ${maxFrameBytes} bytes. Send less, for example fewer images, or raise limits.maxFrameBytes on both sides.`,
    { data: { bytes, maxBytes: maxFrameBytes } },
  );
}

function stringify(message: JsonObject): string {
  try {
    return JSON.stringify({ type: 'message', data: message });
  } catch (cause) {
    const data = { command: 'message', field: '' };
    throw new IpcError('COMMAND_INVALID', 'The message is not JSON: it contains a cycle or a bigint.', { data, cause });
  }
}
