import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** A request body, or why there is none. */
export type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-utf8' }
  | { readonly kind: 'aborted' };

/** Reads a body of at most `maxBytes`; holds no more than that. Never rejects. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return resolve({ kind: 'too-large' });
    // Its client may have gone before anyone reads it.
    if (request.closed) return resolve({ kind: 'aborted' });
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) return void chunks.push(chunk);
      request.pause();
      resolve({ kind: 'too-large' });
    });
    request.on('end', () => resolve(bodyOf(Buffer.concat(chunks))));
    // Without an end it is a connection that broke.
    request.on('close', () => resolve({ kind: 'aborted' }));
  });
}

function bodyOf(bytes: Buffer): Body {
  return isUtf8(bytes) ? { kind: 'text', text: bytes.toString('utf8') } : { kind: 'not-utf8' };
}
