import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { AuthenticatedRequest, HttpRefusal } from '../auth/authentication.ts';

/** A request body, or the reason why there is no body. */
export type Body =
  | { readonly kind: 'text'; readonly text: string; readonly unpaidBytes: number }
  | { readonly kind: 'refused'; readonly refusal: HttpRefusal }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-utf8' }
  | { readonly kind: 'aborted' };

/** Limits for {@link readBody}. */
export interface BodyBounds {
  readonly maxBytes: number;
  readonly charge: AuthenticatedRequest['charge'];
}

/** Number of bytes that may be read before their cost is charged. */
export const SMALL_BODY_BYTES = 65_536;

/**
 * Reads a body of at most `maxBytes`; buffers no more than that, and buffers only a small part before the cost is
 * charged. Never rejects.
 */
export function readBody(request: IncomingMessage, { maxBytes, charge }: BodyBounds): Promise<Body> {
  return new Promise((resolve) => {
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > maxBytes) return resolve({ kind: 'too-large' });
    // The client may already have disconnected.
    if (request.closed) return resolve({ kind: 'aborted' });
    const chunks: Buffer[] = [];
    let [bytes, paid] = [0, 0];
    const pay = async (): Promise<void> => {
      const owed = Math.max(declared - paid, SMALL_BODY_BYTES);
      paid += owed;
      request.pause();
      const refusal = await charge?.({ bytes: owed, names: 0, values: 0 });
      if (refusal === undefined) request.resume();
      else resolve({ kind: 'refused', refusal });
    };
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        request.pause();
        return resolve({ kind: 'too-large' });
      }
      chunks.push(chunk);
      if (bytes - paid > SMALL_BODY_BYTES) void pay().catch(() => request.destroy());
    });
    request.on('end', () => resolve(bodyOf(Buffer.concat(chunks), paid)));
    // A close event without an end event means that the connection broke.
    request.on('close', () => resolve({ kind: 'aborted' }));
  });
}

function bodyOf(bytes: Buffer, paid: number): Body {
  if (!isUtf8(bytes)) return { kind: 'not-utf8' };
  return { kind: 'text', text: bytes.toString('utf8'), unpaidBytes: Math.max(0, bytes.length - paid) };
}
