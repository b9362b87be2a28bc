import { attempt } from '@modegate/json';
import { createClient, type EditorClient, EditorRequestError } from './editor-client.ts';
import type { EditorHost } from './editor-host.ts';
import { type EditorAnswer, failureMessage, maxRequestCharacters } from './messages.ts';

/**
 * Answers one HTTP request from an editor: a POST request with one message as JSON. The caller must already have
 * checked `Host` and `Origin`, and that the sender may edit.
 */
export async function answerHttp(host: EditorHost, request: Request): Promise<Response> {
  if (request.method !== 'POST')
    return respond(405, failureMessage('', 'REQUEST_INVALID', 'Send a message with POST.'));
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  // A form on another site cannot send this type without a preflight request from the browser.
  if (type !== 'application/json')
    return respond(415, failureMessage('', 'REQUEST_INVALID', 'Send the message as application/json.'));
  const body = await readBody(request);
  const tooLong = `The message is longer than ${maxRequestCharacters} bytes.`;
  if (body === undefined) return respond(413, failureMessage('', 'REQUEST_INVALID', tooLong));
  const answer = await host.answer(attempt(() => JSON.parse(body)));
  return respond(statusOf(answer), answer);
}

/** Options for {@link connectByHttp}. */
export interface HttpOptions {
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Headers sent with each request, such as `Authorization`. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds between checks for a changed file. Default 2,000; no checks are made if there is no listener. */
  readonly pollMs?: number | undefined;
  /** Slug of the mode to query when checking for changes. */
  readonly modeSlug: string;
}

/** Connects an editor to the host at an address. */
export function connectByHttp(url: string, options: HttpOptions): EditorClient {
  const { fetch: send = fetch, headers = {}, pollMs = 2000, modeSlug } = options;
  const ended = new AbortController();
  const stops = new Set<() => void>();
  const ask = async (request: unknown): Promise<EditorAnswer> => {
    const body = JSON.stringify(request);
    const init = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      signal: ended.signal,
    };
    try {
      return (await (await send(url, init)).json()) as EditorAnswer;
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      throw new EditorRequestError('NO_ANSWER', `The host did not answer. ${reason}`.trim());
    }
  };
  const readVersion = async (): Promise<string | undefined> => {
    const answer = await ask({ type: 'getMcpServersForMode', id: 'poll', modeSlug }).catch(() => undefined);
    return answer?.type === 'mcpServersForMode' ? answer.version : undefined;
  };
  return createClient({
    ask,
    onChange(listener) {
      const stop = pollVersion(readVersion, { pollMs, listener });
      stops.add(stop);
      return () => {
        stops.delete(stop);
        stop();
      };
    },
    close() {
      ended.abort();
      for (const stop of stops) stop();
    },
  });
}

function pollVersion(
  readVersion: () => Promise<string | undefined>,
  { pollMs, listener }: { readonly pollMs: number; readonly listener: () => void },
): () => void {
  let known: string | undefined;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async (): Promise<void> => {
    const version = await readVersion();
    if (isOver) return;
    if (known !== undefined && version !== undefined && version !== known) listener();
    known = version ?? known;
    timer = setTimeout(() => void look(), pollMs);
  };
  void look();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Reads a body in chunks, so that no request can exhaust memory; returns undefined if the body is too long. */
async function readBody(request: Request): Promise<string | undefined> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const piece of request.body ?? []) {
    length += piece.byteLength;
    if (length > maxRequestCharacters) return undefined;
    pieces.push(piece);
  }
  return new Blob(pieces).text();
}

function statusOf(answer: EditorAnswer): number {
  if (answer.type === 'modeRestrictionsConflict') return 409;
  if (answer.type !== 'editorFailure') return 200;
  return { REQUEST_INVALID: 400, MODE_UNKNOWN: 404, MODE_INVALID: 422, WRITE_FAILED: 500, HOST_FAILED: 500 }[
    answer.code
  ];
}

function respond(status: number, answer: EditorAnswer): Response {
  return new Response(JSON.stringify(answer), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  });
}
