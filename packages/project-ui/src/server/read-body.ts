import type { IncomingMessage } from 'node:http';
import { UiRefusal } from '../operations/refusal.ts';

/**
 * Reads a body as JSON, and stores no more of it than the limit allows.
 *
 * @throws {UiRefusal} 415 for another type, 413 if it is too long, 400 if it is not JSON.
 */
export async function readPageRequest(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  // A form on another site cannot send this type without a preflight request by the browser.
  if (type !== 'application/json') throw new UiRefusal(415, 'Send the request as application/json.');
  const tooLong = new UiRefusal(413, `The request is longer than ${maxBytes} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLong;
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw tooLong;
    pieces.push(piece);
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces)));
  } catch {
    throw new UiRefusal(400, 'The request is not JSON.');
  }
}
