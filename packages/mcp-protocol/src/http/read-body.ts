import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** A request body, or why there is none. */
export type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-utf8' }
  | { readonly kind: 'aborted' };

/** Reads a body of at most `maxBytes`; holds no more than that. Never rejects. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return { kind: 'too-large' };
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) return { kind: 'too-large' };
      chunks.push(chunk);
    }
  } catch {
    return { kind: 'aborted' };
  }
  const body = Buffer.concat(chunks);
  return isUtf8(body) ? { kind: 'text', text: body.toString('utf8') } : { kind: 'not-utf8' };
}
