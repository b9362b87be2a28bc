import { maxPayloadBytes, type Reading } from '@modegate/agent-hooks';

/**
 * Reads the whole of a stream as UTF-8, up to the size of the largest payload. Reading the file descriptor would save the start a quarter of
 * its time, but a read that waits keeps the process from ending when its time is up.
 */
export async function readPayload(stream: NodeJS.ReadableStream): Promise<Reading<string>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > maxPayloadBytes) return { ok: false, detail: `The payload has more than ${maxPayloadBytes} bytes` };
    chunks.push(part);
  }
  try {
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return { ok: false, detail: 'The payload is not valid UTF-8' };
  }
}
