import { backoffDelayMs } from '@modegate/timing';

/** Limits that apply to an issuer's keys. */
export const keyBounds = {
  /** Maximum size of a key document. */
  maxBytes: 256 * 1024,
  maxKeys: 100,
  /** Time during which fetched keys are reused. */
  cacheMs: 10 * 60_000,
  /** An unknown key triggers a new download of all keys, but only if this time has passed since the last download. */
  cooldownMs: 30_000,
} as const;

/** Thrown if the keys are not available, which proves nothing about a token. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/** Options for {@link createKeyFetch}. */
export interface FetchKeysOptions {
  readonly fetch: typeof fetch;
  /** Returns the reading of a monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** Time limit in milliseconds, from the request to the last byte. */
  readonly timeoutMs: number;
  /** Called with a sentence after each failed download. */
  readonly onProblem: (message: string) => void;
}

/**
 * Creates a `fetch` for a JSON Web Key Set (RFC 7517, section 5) that does not follow redirects, limits the size of the
 * response, and waits after a failure before trying again, because token senders must not be able to make this server
 * flood the issuer.
 */
export function createKeyFetch({ fetch: fetchUrl, now, timeoutMs, onProblem }: FetchKeysOptions) {
  let failures = 0;
  let waitUntil = Number.NEGATIVE_INFINITY;
  return async (url: string, request: RequestInit): Promise<Response> => {
    if (now() < waitUntil) throw new KeysUnavailable('The last attempt has just failed.');
    try {
      const response = await fetchUrl(url, { ...request, redirect: 'manual' });
      const text = checkKeys(await readResponse(response));
      failures = 0;
      return new Response(text);
    } catch (cause) {
      failures += 1;
      waitUntil = now() + backoffDelayMs({ firstMs: 1_000, maxMs: 30_000, leastMs: 1_000 }, { failures, random: 1 });
      onProblem(`Cannot fetch the issuer keys from ${url}: ${describe(cause, timeoutMs)}.`);
      throw new KeysUnavailable('Cannot fetch the issuer keys.', { cause });
    }
  };
}

/**
 * Returns the text of a successful response. @throws {Error} for any other response, with a clause that describes the
 * response.
 */
async function readResponse(response: Response): Promise<string> {
  if (response.status !== 200) {
    await response.body?.cancel();
    const isRedirect = response.status >= 300 && response.status < 400;
    throw new Error(
      `the response status was ${response.status}${isRedirect ? ', and redirects are not followed' : ''}`,
    );
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the rest of the response.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > keyBounds.maxBytes) throw new Error(`the response is longer than ${keyBounds.maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function checkKeys(text: string): string {
  const { keys } = parseObject(text);
  if (!Array.isArray(keys)) throw new Error("the response has no 'keys' list");
  if (keys.length > keyBounds.maxKeys) throw new Error(`the response has more than ${keyBounds.maxKeys} keys`);
  if (!keys.every((key) => typeof key === 'object' && key !== null && !Array.isArray(key)))
    throw new Error("'keys' contains an entry that is not a key");
  return text;
}

function parseObject(text: string): { readonly keys?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    throw new Error('the response is not JSON');
  }
}

function describe(cause: unknown, timeoutMs: number): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === 'TimeoutError') return `no complete response arrived within ${timeoutMs} ms`;
  // Node's fetch reports 'fetch failed', with the reason as its cause.
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}
