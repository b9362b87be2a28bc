import type { JsonObject } from '@modegate/json';
import { type MessageTextReceiver, readMessageText } from '../transport/read-message-text.ts';
import { createEventStreamFilter } from './event-stream.ts';
import type { StatelessMessages } from './stateless-messages.ts';

/** Receives the messages from HTTP responses. */
export interface ResponseReceiver extends MessageTextReceiver {
  /** Called when a message exceeds the limit; the response that contains the message is aborted. */
  oversized(): void;
  /**
   * Called when the response to the request with this id has ended without answering the request and cannot be resumed.
   */
  unanswered(id: number): void;
}

/** The parts of the state of stateless requests that the inspector reads. */
export type TappedMessages = Pick<StatelessMessages, 'has' | 'isCancelled' | 'prepare'>;

export interface ResponseInspectorOptions {
  readonly fetch: typeof fetch;
  readonly maxMessageLength: number;
  readonly receiver: ResponseReceiver;
  readonly modern: TappedMessages;
  /** True to pass on messages in HTTP error responses. */
  readonly passesErrors: () => boolean;
}

const MAX_ERROR_LENGTH = 65_536;

/**
 * Wraps `fetch` to pass on the messages in its responses unchanged. The SDK's transports read the same responses but
 * would validate and copy each message and drop any message that violates their schema; they receive placeholders
 * instead, so that they can still handle sessions, broken streams and redirects.
 */
export function inspectResponses(options: ResponseInspectorOptions): typeof fetch {
  return async (input, init) => {
    const id = init?.method === 'POST' ? requestIdOf(init.body) : undefined;
    const response = await options.fetch(input, options.modern.prepare(id, init));
    if (response.body === null || (response.status >= 300 && response.status < 400)) return response;
    const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
    if (!response.ok) return inspectError(response, response.body, options);
    if (type === 'text/event-stream') return replaced(response, inspectEvents(response.body, id, options));
    return type === 'application/json' && init?.method === 'POST'
      ? replaced(response, inspectJson(response.body, id, options))
      : response;
  };
}

// Matches the first members of this program's own requests; parsing the whole body again would be wasteful.
const REQUEST_START = /^\{"jsonrpc":"2\.0","id":(\d+),"method":/u;

function requestIdOf(body: unknown): number | undefined {
  const found = typeof body === 'string' ? REQUEST_START.exec(body) : null;
  return found === null ? undefined : Number(found[1]);
}

function replaced({ status, statusText, headers }: Response, body: string | ReadableStream<Uint8Array>): Response {
  return new Response(body, { status, statusText, headers });
}

async function inspectError(
  response: Response,
  body: ReadableStream<Uint8Array>,
  { receiver, passesErrors }: ResponseInspectorOptions,
): Promise<Response> {
  const text = await readText(body, MAX_ERROR_LENGTH);
  // An error without an id answers no request; in that case, the status describes the problem.
  const message = (value: JsonObject): void => {
    if (typeof value.id === 'number') receiver.message(value);
  };
  if (passesErrors()) readMessageText(text.whole, { message, garbage: () => undefined });
  return replaced(response, text.whole);
}

// Nothing is read or passed on before the SDK starts reading, because the SDK first reads the session from the headers.
const WHEN_READ: QueuingStrategy = { highWaterMark: 0 };

function inspectJson(
  body: ReadableStream<Uint8Array>,
  id: number | undefined,
  { receiver, maxMessageLength }: ResponseInspectorOptions,
): ReadableStream<Uint8Array> {
  const watch = watchAnswer(receiver, id);
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      const text = await readText(body, maxMessageLength);
      if (text.cut) receiver.oversized();
      else readMessageText(text.whole, watch.receiver);
    } finally {
      watch.end();
    }
    controller.enqueue(new TextEncoder().encode(STAND_IN_NOTHING));
    controller.close();
  };
  return new ReadableStream({ pull, cancel: (reason) => body.cancel(reason) }, WHEN_READ);
}

function inspectEvents(
  body: ReadableStream<Uint8Array>,
  id: number | undefined,
  { receiver, maxMessageLength, modern }: ResponseInspectorOptions,
): ReadableStream<Uint8Array> {
  const watch = watchAnswer(receiver, id);
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const tap = createEventStreamFilter({
    maxEventLength: maxMessageLength,
    mayResume: !modern.has(id),
    onMessage: (data) => {
      const before = watch.answered;
      readMessageText(data, watch.receiver);
      return watch.answered > before ? STAND_IN_RESPONSE : STAND_IN_NOTIFICATION;
    },
    onOversized: receiver.oversized,
  });
  const finish = (): void => {
    if (!tap.resumable) watch.end();
  };
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      const { done, value } = await reader.read();
      if (!done) {
        controller.enqueue(encoder.encode(tap.push(decoder.decode(value, { stream: true }))));
        return;
      }
      finish();
      controller.close();
    } catch (error) {
      const isWanted = !modern.isCancelled(id);
      finish();
      if (isWanted) controller.error(error);
      else controller.close();
    }
  };
  return new ReadableStream({ pull, cancel: (reason) => reader.cancel(reason) }, WHEN_READ);
}

// Response that tells the SDK that a stream is complete and need not be resumed.
const STAND_IN_RESPONSE = '{"jsonrpc":"2.0","id":0,"result":{}}';
const STAND_IN_NOTHING = '[]';
const STAND_IN_NOTIFICATION = '{"jsonrpc":"2.0","method":"notifications/message"}';

function watchAnswer(receiver: ResponseReceiver, id: number | undefined) {
  let answered = 0;
  return {
    receiver: {
      message: (value: JsonObject) => {
        if (value.method === undefined) answered++;
        receiver.message(value);
      },
      garbage: receiver.garbage,
    },
    /** Number of responses received. */
    get answered() {
      return answered;
    },
    /** Reports the request as unanswered if no response arrived. */
    end: () => {
      if (id !== undefined && answered === 0) receiver.unanswered(id);
    },
  };
}

interface BoundedText {
  readonly whole: string;
  /** True if the text exceeded the limit. */
  readonly cut: boolean;
}

async function readText(body: ReadableStream<Uint8Array>, maxLength: number): Promise<BoundedText> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    // Exiting the loop cancels the remainder of the response.
    if (text.length > maxLength) return { whole: text.slice(0, maxLength), cut: true };
  }
  return { whole: text, cut: false };
}
