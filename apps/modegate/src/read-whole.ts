import type { Reading } from '@modegate/agent-hooks';

/**
 * Reads a whole stream as UTF-8, up to a maximum number of bytes.
 *
 * @param what - Name of the stream in the error message: `The payload`.
 */
export async function readWhole(
  stream: AsyncIterable<Uint8Array | string>,
  what: string,
  maxBytes: number,
): Promise<Reading<string>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const part = Buffer.from(chunk as Uint8Array);
    bytes += part.length;
    if (bytes > maxBytes) return { ok: false, detail: `${what} is larger than ${maxBytes} bytes` };
    chunks.push(part);
  }
  try {
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return { ok: false, detail: `${what} is not valid UTF-8` };
  }
}
