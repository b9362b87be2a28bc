import type { RequestOptions } from 'node:http';

/** Posts a hook's payload; resolves with the status and the text of the answer. */
export async function postPayload(
  to: RequestOptions,
  payload: string,
): Promise<{ readonly status: number; readonly body: string }> {
  // Imported only when needed, because most hooks do not query a server.
  const [{ request }, { text }] = await Promise.all([import('node:http'), import('node:stream/consumers')]);
  return new Promise((resolve, reject) => {
    const asked = request({ ...to, method: 'POST' }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
    });
    asked.once('error', reject).end(payload);
  });
}
