import type { JsonObject } from '@modegate/json';
import { type MessageTextReceiver, readMessageText } from '../transport/read-message-text.ts';
import { createEventStreamFilter } from './event-stream.ts';
import type { StatelessMessages } from './stateless-messages.ts';

/** Takes the messages of HTTP responses. */
export interface ResponseReceiver extends MessageTextReceiver {
  /** A message grew over the limit; the response it came in is broken off. */
  oversized(): void;
  /** The response to the request of this id is over, cannot be resumed, and did not answer it. */
  unanswered(id: number): void;
}

/** What a tap has to know of modern requests. */
export type TappedMessages = Pick<StatelessMessages, 'has' | 'isCancelled' | 'prepare'>;

export interface ResponseInspectorOptions {
  readonly fetch: typeof fetch;
  readonly maxMessageLength: number;
  readonly receiver: ResponseReceiver;
  readonly modern: TappedMessages;
  /** Whether the messages in HTTP error responses are handed on. */
  readonly passesErrors: () => boolean;
}

const MAX_ERROR_LENGTH = 65_536;

/**
 * Wraps `fetch` so that the messages in its responses are handed on as they came. The SDK's transports, which read the same responses,
 * would check and copy each message and drop those that are not to its schema; they get stand-ins by which they follow
 * what happens: sessions, streams that break off and are resumed, redirects.
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

// Requests of ours are written with these members first; reading the whole body again would be a waste.
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
  // An error without an id answers no request; the status tells what is wrong then.
  const message = (value: JsonObject): void => {
    if (typeof value.id === 'number') receiver.message(value);
  };
  if (passesErrors()) readMessageText(text.whole, { message, garbage: () => undefined });
  return replaced(response, text.whole);
}

// Nothing is read, and so nothing told, before the SDK reads: it takes the session from the headers first.
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

// By a response the SDK knows that a stream has served its purpose and need not be resumed.
const STAND_IN_RESPONSE = '{"jsonrpc":"2.0","id":0,"result":{}}';
const STAND_IN_NOTHING = '[]';
const STAND_IN_NOTIFICATION = '{"jsonrpc":"2.0","method":"notifications/message"}';

interface AnswerWatch {
  readonly receiver: MessageTextReceiver;
  /** How many responses have come. */
  readonly answered: number;
  /** Tells that the request has not been answered if it has not. */
  end(): void;
}

function watchAnswer(receiver: ResponseReceiver, id: number | undefined): AnswerWatch {
  let answered = 0;
  return {
    receiver: {
      message: (value) => {
        if (value.method === undefined) answered++;
        receiver.message(value);
      },
      garbage: receiver.garbage,
    },
    get answered() {
      return answered;
    },
    end: () => {
      if (id !== undefined && answered === 0) receiver.unanswered(id);
    },
  };
}

interface BoundedText {
  readonly whole: string;
  /** Whether there was more than the limit. */
  readonly cut: boolean;
}

async function readText(body: ReadableStream<Uint8Array>, maxLength: number): Promise<BoundedText> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    // Leaving the loop cancels the rest.
    if (text.length > maxLength) return { whole: text.slice(0, maxLength), cut: true };
  }
  return { whole: text, cut: false };
}
